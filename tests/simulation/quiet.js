// Quiet: in place of what changes a page on the screen.
export const replaceChanges = () => {};
export const replaceParts = () => {};
export const readAhead = (text) => text;
export const onLinks = (follow) => (window.follow = follow);
export const dimLinks = () => () => {};
export const startWorker = async () => undefined;

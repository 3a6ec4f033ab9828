// The bundle that the loader imports later: what it exports is that of follow.js.
export { start } from "./follow.js";

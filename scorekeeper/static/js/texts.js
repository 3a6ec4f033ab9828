// Texts: gives a compiled module the language of this page; its own is English.

/** @import { Json, Opaque } from "./types.js" */

export const OWN_LANGUAGE = "en"; // of the module

/**
 * @template {{ speak(texts: Opaque): unknown, fromJson(value: Json): Opaque }} Module
 * @param {Module} core
 * @param {string} [address] of its texts
 * @returns {Promise<Module>}
 */
export async function speakAsPage(core, address = document.documentElement.dataset.texts) {
  if (address) core.speak(core.fromJson(await (await fetch(address)).json()));
  return core;
}

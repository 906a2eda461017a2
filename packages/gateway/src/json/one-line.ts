import { exactText } from "./exact-text.js";

/** JSON on one line for every reader: what prints JSON leaves line separators that some readers split at. */
export const oneLine = (value: unknown): string =>
  exactText(value).replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);

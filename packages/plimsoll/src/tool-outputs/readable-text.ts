import { literalAsJson } from "./literal-as-json.js";
import { notebookText } from "./notebook-text.js";
import { withoutOverstrikes } from "./without-overstrikes.js";

/** An output in the form in which its content is read: JSON for a value that a program printed, cells and outputs for a notebook,
 * letters for what a manual strikes twice. */
export const readableText = (text: string): string =>
  literalAsJson(text) ?? notebookText(text) ?? withoutOverstrikes(text);

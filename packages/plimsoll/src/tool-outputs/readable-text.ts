import { literalAsJson } from "./literal-as-json.js";
import { notebookText } from "./notebook-text.js";

/** An output in the form in which its content is read: JSON for a value that a program printed, cells and outputs for a notebook. */
export const readableText = (text: string): string => literalAsJson(text) ?? notebookText(text) ?? text;

import type { ToolResultView } from "../../conversation/item-view.js";
import { CUES } from "../cues/cues.js";

const OPENING_CHARACTERS = 200;

/** True if a result says that what was asked for was not done: refused, not found, denied by the user. */
export const isRefusedResult = ({ text, isError }: Pick<ToolResultView, "text" | "isError">): boolean =>
  isError || CUES.has("refused result", text.slice(0, OPENING_CHARACTERS));

import { outsidePair } from "./outside-pair.js";

/**
 * The beginning of a text on one line, at most `max` characters, with an ellipsis if something was cut off.
 */
export function oneLine(text: string, max: number): string {
  const flat = text
    .slice(0, max * 2)
    .replace(/\s+/g, " ")
    .trim();
  return flat.length <= max ? flat : `${flat.slice(0, outsidePair(flat, max - 1))}…`;
}

import { nearestName } from "../errors/nearest-name.js";
import { shownValue } from "./shown-value.js";

/** One thing that is wrong with a value. */
export interface Problem {
  /** Where: `plan[0].state`. Empty for the value as a whole. */
  readonly path: string;
  /** What is wrong, to follow the path: `is -1; it must be a whole number from 0`. */
  readonly text: string;
  /** Why, where the shape can tell. */
  readonly because?: string;
}

/** A value that is not of its shape. */
export const wrongValue = (path: string, value: unknown, be: string): Problem => ({
  path,
  text: value === undefined ? `is missing; it must be ${be}` : `is ${shownValue(value)}; it must be ${be}`,
});

/** A name that does not exist, with the one that was probably meant. */
export function unknownName(path: string, name: string, known: readonly string[]): Problem {
  const meant = nearestName(name, known);
  return {
    path,
    text: `is unknown; ${meant === undefined ? `known names: ${known.join(", ")}` : `did you mean ${meant}?`}`,
  };
}

/** A property whose getter throws. */
export const unreadable = (path: string): Problem => ({
  path,
  text: "cannot be read; it must be a plain value",
});

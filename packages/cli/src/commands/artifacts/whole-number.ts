import { CompactError } from "plimsoll";

/** The number in an option. */
export function wholeNumber(text: string, option: string, least: number): number {
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= least) return value;
  throw new CompactError("INVALID_INPUT", `${option} is ${text}; give a whole number of at least ${least}.`);
}

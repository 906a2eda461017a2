import { tokenKind } from "./token-kind.js";

const MAX_VALUE_CHARACTERS = 128;
const COLOR_LENGTHS: ReadonlySet<number> = new Set([4, 7, 9]);
const MIN_SURE_DIGITS = 8;
const MIN_SURE_CHARACTERS = 5;
const DIGIT = /\d/;
const TWO_DIGITS = /\d\D*\d/;

/**
 * How surely a value identifies one thing: by its shape alone, only next to a word that announces it, or not at
 * all.
 */
export type IdentifierShape = "sure" | "labelled" | "none";

/** The shape of a value: an order, a ticket, a commit, an account. Labelled digits count too. */
export function identifierShape(value: string): IdentifierShape {
  if (value.length < 3 || value.length > MAX_VALUE_CHARACTERS) return "none";
  switch (tokenKind(value)) {
    case "email":
    case "hash":
      return "sure";
    case "id":
      return idShape(value);
    case "number":
      return value.length >= MIN_SURE_DIGITS ? "sure" : "labelled";
    case "issue":
      return issueShape(value);
    case "numbered":
      return "labelled";
    case "color":
    case "name":
      return DIGIT.test(value) ? "labelled" : "none";
    default:
      return "none";
  }
}

function idShape(value: string): IdentifierShape {
  if (value.length >= MIN_SURE_CHARACTERS && TWO_DIGITS.test(value)) return "sure";
  return DIGIT.test(value) ? "labelled" : "none";
}

/** `#123456` may be a color as well. */
function issueShape(value: string): IdentifierShape {
  if (value.length < 4) return "none";
  return COLOR_LENGTHS.has(value.length) ? "labelled" : "sure";
}

/** True for a value that identifies one thing; some shapes count only with a label. */
export function looksLikeIdentifier(value: string, isLabelled: boolean): boolean {
  const shape = identifierShape(value);
  return shape === "sure" || (isLabelled && shape === "labelled");
}

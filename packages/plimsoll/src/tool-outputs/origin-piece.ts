import { oneLine } from "../text/one-line.js";
import type { EvidenceView, Piece } from "./evidence/piece.js";
import { callFields, placesIn } from "./call-fields.js";
import type { ToolOutput } from "./tool-output.js";

/** Below so many tokens the place alone is named; below the other nothing. */
const CALL_FROM_TOKENS = 1_000;
const PLACE_FROM_TOKENS = 300;
/** A few tokens that nothing else tells; only the names of failing tests come before them. */
const VALUE = 119;
const MAX_PLACES = 4;
const MAX_PLACE_CHARACTERS = 160;
const MAX_CALL_ID_CHARACTERS = 64;
const LOOKED_AT_PIECES = 200;

/** One line that says which call an output answers and what it named, unless the evidence says it anyway. */
export function originPiece(output: ToolOutput, view: EvidenceView, maxTokens: number): readonly Piece[] {
  if (maxTokens < PLACE_FROM_TOKENS) return [];
  const shown = view.pieces.slice(0, LOOKED_AT_PIECES);
  const says = (text: string): boolean =>
    shown.some((piece) => piece.text.includes(text) || piece.group?.includes(text) === true);
  const named = output.call === undefined ? [] : placesIn(callFields(output.call));
  const places = named
    .slice(0, MAX_PLACES)
    .map((place) => oneLine(place, MAX_PLACE_CHARACTERS))
    .filter((place) => !says(place));
  const callId = maxTokens < CALL_FROM_TOKENS ? "" : (output.call?.callId ?? "");
  const call = callId === "" ? [] : [`call ${oneLine(callId, MAX_CALL_ID_CHARACTERS)}`];
  const parts = [...call, ...places];
  if (parts.length === 0) return [];
  return [{ order: -2, text: `(${parts.join("; ")})`, value: VALUE, lines: 0 }];
}

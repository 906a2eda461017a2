import { cutText } from "../../evidence/cut-text.js";
import type { EvidenceSource } from "../../evidence/evidence-source.js";
import type { Piece } from "../../evidence/piece.js";
import { LINE_VALUES } from "./score-line.js";

/** The command that printed the output, if the call tells. */
export function commandPiece({ hints }: EvidenceSource): Piece[] {
  if (hints.command === "") return [];
  const text = `$ ${cutText(hints.command.replace(/\s+/g, " ").trim(), 120)}`;
  return [{ order: -1, text, value: LINE_VALUES.failedCheck + 1, lines: 0 }];
}

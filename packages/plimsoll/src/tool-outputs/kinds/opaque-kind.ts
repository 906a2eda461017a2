import type { EvidenceSource } from "../evidence/evidence-source.js";
import type { EvidenceView, Piece } from "../evidence/piece.js";
import { sliceWhole } from "../excerpt.js";
import type { EvidenceKind } from "./evidence-kind.js";

const FEW_LINES = 3;
const LONG_LINE_CHARACTERS = 1_000;

/** Text without a structure that is known: a few lines that are very long. Its two ends are shown. */
export const opaqueKind: EvidenceKind = {
  recognises: ({ sample }) =>
    sample.lines.length <= FEW_LINES && sample.longestLine > LONG_LINE_CHARACTERS && !isProgress(sample.text),
  extract: extractEnds,
};

/** States that overwrite each other: only the last of a line counts, which a log shows. */
const isProgress = (text: string): boolean => (text.match(/\r(?!\n)/g)?.length ?? 0) > FEW_LINES;

const CHUNK_CHARACTERS = 160;
const CHARACTERS_PER_TOKEN = 6;

/** Head and tail in small chunks, alternating, three of the head for two of the tail. */
function extractEnds(source: EvidenceSource): EvidenceView {
  const { text } = source;
  const chunks = Math.ceil((source.maxTokens * CHARACTERS_PER_TOKEN) / CHUNK_CHARACTERS) + 1;
  const pieces: Piece[] = [];
  let from = 0;
  let to = text.length;
  for (let index = 0; index < chunks && from < to; index += 1) {
    const isHead = index % 5 < 3;
    const start = isHead ? from : Math.max(from, to - CHUNK_CHARACTERS);
    const end = isHead ? Math.min(to, from + CHUNK_CHARACTERS) : to;
    const piece = { order: start, text: sliceWhole(text, start, end), value: 100 - index * 0.01, lines: 0 };
    pieces.push(piece);
    if (isHead) from = end;
    else to = start;
  }
  const gap: Piece = { order: from - 0.5, text: "\n…\n", value: 101, lines: 0 };
  return { pieces: [gap, ...pieces], facts: [], marksGaps: false, separator: "" };
}

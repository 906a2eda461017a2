import { Parser } from "htmlparser2";
import type { EvidenceSource } from "./evidence-source.js";
import { PageHandler } from "./page-handler.js";
import type { EvidenceView } from "./piece.js";

const CHUNK_CHARACTERS = 4_096;
/** The parser's cost per tag grows with the depth, so a deeper page goes on in a fresh one. */
const MAX_DEPTH = 500;

/** Definition terms and signatures, headings, code and paragraphs of an HTML page, without its markup. */
export function pageEvidence(source: EvidenceSource): EvidenceView {
  const { text, bodyStart } = source;
  const handler = new PageHandler();
  let parser = new Parser(handler, { decodeEntities: true });
  for (let start = bodyStart; start < text.length; start += CHUNK_CHARACTERS) {
    parser.write(text.slice(start, start + CHUNK_CHARACTERS));
    if (handler.depth <= MAX_DEPTH) continue;
    handler.restart();
    parser = new Parser(handler, { decodeEntities: true });
  }
  parser.end();
  handler.finish();
  return { pieces: handler.pieces(), facts: handler.facts(), marksGaps: false };
}

import { Parser } from "htmlparser2";
import type { EvidenceSource } from "../../evidence/evidence-source.js";
import type { EvidenceView } from "../../evidence/piece.js";
import type { TextSample } from "../../text-sample.js";
import type { EvidenceKind } from "../evidence-kind.js";
import { PageHandler } from "./page-handler.js";
import type { PageSection } from "./page-section.js";

/** An HTML document, or a piece of one. */
export const webPageKind: EvidenceKind = {
  recognises: ({ text, bodyStart, sample }) => looksLikePage(sample) && !isFollowedByText(text, bodyStart),
  extract: extractPage,
};

const TAG =
  /<\/?(?:div|p|span|a|td|tr|li|h[1-6]|table|ul|ol|br|dt|dd|dl|img|section|body|head|meta|link)\b/gi;

function looksLikePage(sample: TextSample): boolean {
  const head = sample.head.slice(0, 4_000).trimStart();
  if (/^(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,2000}-->\s*)?<!doctype html|^<html\b/i.test(head))
    return true;
  if (!head.startsWith("<")) return false;
  const tags = sample.text.slice(0, 32_000).match(TAG)?.length ?? 0;
  return tags >= 12 && tags * 300 >= Math.min(sample.text.length, 32_000);
}

/** The share of a text behind the end of its page that makes it the output of several programs. */
const MOST_BEHIND = 0.3;

function isFollowedByText(text: string, start: number): boolean {
  const end = text.lastIndexOf("</html>");
  return end > start && text.length - end > (text.length - start) * MOST_BEHIND;
}

const CHUNK_CHARACTERS = 4_096;
/** The parser's cost per tag grows with the depth, so a deeper page goes on in a fresh one. */
const MAX_DEPTH = 500;

/** Definition terms and signatures, headings, code and paragraphs of an HTML page, without its markup. */
function extractPage(source: EvidenceSource): EvidenceView {
  const { text, bodyStart } = source;
  const handler = new PageHandler(source.maxTokens);
  let parser = new Parser(handler, { decodeEntities: true });
  for (let start = bodyStart; start < text.length; start += CHUNK_CHARACTERS) {
    parser.write(text.slice(start, start + CHUNK_CHARACTERS));
    if (handler.depth <= MAX_DEPTH) continue;
    handler.restart();
    parser = new Parser(handler, { decodeEntities: true });
  }
  parser.end();
  handler.finish();
  const section = handler.section();
  return { pieces: section.pieces(), facts: countsOf(section), marksGaps: false };
}

function countsOf({ terms, headings }: PageSection): readonly string[] {
  if (terms > 0) return [`${terms} definitions`];
  return headings > 0 ? [`${headings} headings`] : [];
}

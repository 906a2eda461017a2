import type { EvidenceKind } from "../evidence-kind.js";
import { JsonReader } from "../json/json-reader.js";
import { saidAround } from "../json/said-around.js";
import { XmlScanner } from "./xml-scanner.js";

/** A document in XML that is no page: a feed, a project, a drawing, an answer of a service. */
export const xmlKind: EvidenceKind = {
  recognises: ({ sample }) => XML.test(sample.head.slice(0, HEAD_CHARACTERS)),
  extract(source) {
    const reader = new JsonReader();
    const { text, bodyStart, maxTokens } = source;
    new XmlScanner(reader, Math.min(20_000, Math.max(240, maxTokens * 2))).scan(text, bodyStart);
    const view = reader.view();
    const around = { from: bodyStart, start: bodyStart, end: documentEnd(text, bodyStart) };
    return { ...view, pieces: [...view.pieces, ...saidAround(text, around)] };
  },
};

const HEAD_CHARACTERS = 4_000;
/** A declaration or a name space, and a root that is not of a page. */
const XML =
  /^\s*(?:<\?xml[^>]{0,200}>\s*(?:<!--(?:[^-]|-(?!->)){0,3000}-->\s*|<!DOCTYPE (?!html)[^>]{0,300}>\s*){0,6}<(?!html\b|\?|!)[A-Za-z]|<(?!html\b)[A-Za-z][\w.:-]*\s[^>]{0,300}xmlns|<(?:rss|feed|svg|urlset|plist)\b)/i;
const ROOT = /<([A-Za-z][\w.:-]{0,80})[\s>]/;

/** Where the document ends behind which other programs said something, such as that it is not valid. */
function documentEnd(text: string, start: number): number {
  const closing = `</${ROOT.exec(text.slice(start, start + HEAD_CHARACTERS))?.[1] ?? ""}>`;
  const end = text.lastIndexOf(closing);
  return end === -1 ? text.length : end + closing.length;
}

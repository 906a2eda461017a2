import { type Handler, Parser } from "htmlparser2";

const CHUNK_CHARACTERS = 4_096;

/**
 * Parses a text in XML in chunks. The parser's cost per tag grows with the depth, so that what goes on deeper than
 * `isTooDeep` allows goes on in a fresh one.
 */
export function forEachXmlChunk(text: string, handler: Partial<Handler>, isTooDeep: () => boolean): void {
  const options = { xmlMode: true, decodeEntities: true };
  let parser = new Parser(handler, options);
  for (let start = 0; start < text.length; start += CHUNK_CHARACTERS) {
    parser.write(text.slice(start, start + CHUNK_CHARACTERS));
    if (isTooDeep()) parser = new Parser(handler, options);
  }
  parser.end();
}

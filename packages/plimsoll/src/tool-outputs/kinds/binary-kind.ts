import type { EvidenceSource } from "../evidence/evidence-source.js";
import { forEachLine } from "../evidence/for-each-line.js";
import { PieceCollector } from "../evidence/piece-collector.js";
import type { EvidenceView, Piece } from "../evidence/piece.js";
import type { TextSample } from "../text-sample.js";
import type { EvidenceKind } from "./evidence-kind.js";

/** Bytes, or an encoding of them: an image, an archive, a dump. */
export const binaryKind: EvidenceKind = {
  recognises: ({ sample }) => looksBinary(sample),
  extract: extractBinary,
};

const MAX_TEXT_LINES = 100;
const HEAD_CHARACTERS = 4_000;
const TEXT_CHARACTERS = 200;
const MAX_DUMP_LINES = 1_000;
const LAST_DUMP_LINES = 3;
const CONTROL_SHARE = 0.01;
/** Text in another encoding has some of these and hardly any control character; bytes have many of both. */
const REPLACEMENT_SHARE = 0.3;
const ENCODED_LINE_CHARACTERS = 56;
const ENCODED_LINE = /^[A-Za-z0-9+/_-]+={0,2}$/;
const UNPRINTABLE = /[\u0000-\u0007\u000b\u000e-\u001a\u001c-\u001f\ufffd]/;
/** What stands in a dump for lines that are the same as the one before. */
const REPEATED = "*";
const HEX_DUMP = /^(?:0x)?[0-9a-fA-F]{6,16}:?\s+(?:[0-9a-fA-F]{2,8}\s+){4}/;

/** Control characters, base64, hexadecimal and dumps of bytes. */
function looksBinary(sample: TextSample): boolean {
  const { text } = sample;
  if (text.length === 0) return false;
  if (/^data:[\w.+-]+\/[\w.+-]+[;,]/.test(text.slice(0, 200)) && sample.lines.length < 3) return true;
  if (UNPRINTABLE.test(text) && isUnprintable(text)) return true;
  return isEncoded(sample) || isHexDump(sample);
}

function isUnprintable(text: string): boolean {
  let control = 0;
  let replaced = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd) replaced += 1;
    else if (
      code < 32 &&
      code !== 9 &&
      code !== 10 &&
      code !== 13 &&
      code !== 27 &&
      code !== 12 &&
      code !== 8
    )
      control += 1;
  }
  return control > text.length * CONTROL_SHARE || replaced > text.length * REPLACEMENT_SHARE;
}

/** Nearly all of the text is lines of base64 or hexadecimal digits without a blank in them. */
const isEncoded = ({ lines }: TextSample): boolean =>
  lines.length > 0 &&
  nearlyAll(
    lines,
    (line) => line.length >= ENCODED_LINE_CHARACTERS && ENCODED_LINE.test(line) && isMixed(line),
  );

/** Digits among letters: no word and no path looks like this over a whole line. */
const isMixed = (line: string): boolean =>
  /\d/.test(line) && (/[a-f]/i.test(line) || /^\d+$/.test(line)) && !/[-_/]{2}/.test(line);

const isHexDump = ({ lines }: TextSample): boolean =>
  lines.length >= 4 && nearlyAll(lines, (line) => HEX_DUMP.test(line));

/** True if the test holds for four of five lines; looks no further once that is out of reach. */
function nearlyAll(lines: readonly string[], test: (line: string) => boolean): boolean {
  let left = lines.length;
  for (const line of lines) {
    if (test(line)) continue;
    left -= 1;
    if (left < lines.length * 0.8) return false;
  }
  return true;
}

/** How files start, raw and in base64. */
const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^(?:.PNG\r?\n|iVBORw0KGgo)/s, "PNG image"],
  [/^(?:\/9j\/|.{0,8}(?:JFIF|Exif))/s, "JPEG image"],
  [/^(?:GIF8|R0lGOD)/, "GIF image"],
  [/^(?:RIFF.{4}WEBP|UklGR)/s, "WebP image or RIFF media"],
  [/^(?:%PDF-|JVBERi0)/, "PDF document"],
  [/^(?:PK\u0003\u0004|UEsDB)/, "ZIP archive (or a document or package based on it)"],
  [/^(?:\u001f.\u0008|H4sI)/s, "gzip data"],
  [/^(?:BZh\d|QlpoO)/, "bzip2 data"],
  [/^(?:.7zXZ|\/Td6WFo)/s, "xz data"],
  [/^(?:\u007fELF|f0VMR)/, "ELF executable"],
  [/^(?:MZ|TVqQ)/, "Windows executable"],
  [/^(?:SQLite format 3|U1FMaXRlIGZvcm1hdCAz)/, "SQLite database"],
  [/^(?:\u0000asm|AGFzbQ)/, "WebAssembly module"],
  [/^(?:OggS|T2dnUw)/, "Ogg media"],
  [/^(?:ID3|SUQz)/, "MP3 audio"],
  [/^-----BEGIN [A-Z ]{1,40}-----/, "PEM block"],
];

/** Describes what the data looks like; its content would tell a reader nothing. */
function extractBinary(source: EvidenceSource): EvidenceView {
  const head = source.text.slice(source.bodyStart, source.bodyStart + 200).trimStart();
  const media = /^data:([\w.+-]{1,60}\/[\w.+-]{1,60})/.exec(head)?.[1];
  const dumped = dumpedBytes(head);
  const payload = dumped ?? head.replace(/^data:[^,]{0,100},/, "");
  const known = SIGNATURES.find(([pattern]) => pattern.test(payload))?.[1];
  // Bytes have signs that no text has; a message with an attachment has lines of its own before it.
  const isText = !UNPRINTABLE.test(source.text.slice(source.bodyStart, source.bodyStart + HEAD_CHARACTERS));
  const encoding =
    dumped !== undefined ? "hexadecimal dump" : isText ? "base64 or another text encoding" : "raw bytes";
  const format = [media, known].filter((part) => part !== undefined).join(", ") || "unknown format";
  const text = `${format}; ${encoding}${dumped === undefined ? "; content not shown" : ""}`;
  const what: Piece = { order: -1, text, value: 100, lines: 0 };
  if (dumped !== undefined) return { pieces: [what, ...dumpLines(source)], facts: [], marksGaps: true };
  return { pieces: [what, ...(isText ? textBetween(source) : [])], facts: [], marksGaps: false };
}

/** The lines of a dump are what was asked for: the first ones, some of the last, and what is said around them. */
function dumpLines({ text, bodyStart, lines }: EvidenceSource): readonly Piece[] {
  const collector = new PieceCollector(MAX_DUMP_LINES);
  forEachLine(text, bodyStart, (order, from, to) => {
    const line = text.slice(from, Math.min(to, from + TEXT_CHARACTERS)).trimEnd();
    const isLast = order >= lines - LAST_DUMP_LINES;
    const isDumped = HEX_DUMP.test(line) || line === REPEATED;
    const value = !isDumped ? 90 : isLast ? 80 : 70 - order / (order + 1_000);
    if (line !== "" && collector.accepts(value)) collector.add({ order, text: line, value, lines: 1 });
  });
  return collector.pieces();
}

/** The lines that are not encoded: what a program says before and after the data. */
function textBetween({ text, bodyStart }: EvidenceSource): readonly Piece[] {
  const collector = new PieceCollector(MAX_TEXT_LINES);
  forEachLine(text, bodyStart, (order, from, to) => {
    const line = text.slice(from, Math.min(to, from + TEXT_CHARACTERS)).trim();
    // Of so many lines the last ones tell most.
    const value = 60 + order / (order + 1_000);
    if (!/\s/.test(line) || HEX_DUMP.test(line) || !collector.accepts(value)) return;
    collector.add({ order, text: line, value, lines: 1 });
  });
  return collector.pieces();
}

/** The first bytes that a dump such as that of `xxd` shows, a character each. */
function dumpedBytes(head: string): string | undefined {
  if (!HEX_DUMP.test(head)) return undefined;
  const digits = /\s((?:[0-9a-fA-F]{2,8}\s){4,16})/.exec(head)?.[1]?.replace(/\s/g, "") ?? "";
  const bytes = digits.match(/../g) ?? [];
  return bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join("");
}

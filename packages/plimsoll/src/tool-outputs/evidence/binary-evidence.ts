import type { EvidenceSource } from "./evidence-source.js";
import type { EvidenceView } from "./piece.js";

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

/** Says what the data looks like; its content would tell a reader nothing. */
export function binaryEvidence(source: EvidenceSource): EvidenceView {
  const head = source.text.slice(source.bodyStart, source.bodyStart + 200).trimStart();
  const media = /^data:([\w.+-]{1,60}\/[\w.+-]{1,60})/.exec(head)?.[1];
  const payload = head.replace(/^data:[^,]{0,100},/, "");
  const known = SIGNATURES.find(([pattern]) => pattern.test(payload))?.[1];
  const encoding = /^[A-Za-z0-9+/_=\s-]*$/.test(payload) ? "base64 or another text encoding" : "raw bytes";
  const what = [media, known].filter((part) => part !== undefined).join(", ") || "unknown format";
  const text = `${what}; ${encoding}; content not shown`;
  return { pieces: [{ order: 0, text, value: 100, lines: 0 }], facts: [], marksGaps: false };
}

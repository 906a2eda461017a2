// Large tool outputs: an ordinary one, and hostile ones of about a number of characters.
import { seededRandom } from "plimsoll/testing";

export function ordinaryLog(characters) {
  const random = seededRandom(7);
  const kinds = [
    "INFO request served",
    "DEBUG cache hit for",
    "INFO worker idle",
    "WARN slow query on",
    "ERROR timeout in",
  ];
  const lines = Array.from({ length: 20_000 }, () => {
    const kind = kinds[random.chance(0.002) ? 4 : random.chance(0.01) ? 3 : random.integer(0, 2)];
    return `2026-11-15T10:${random.integer(10, 59)}:${random.integer(10, 59)}.${random.integer(100, 999)}Z ${kind} /api/v1/items/${random.integer(1, 99_999)} in ${random.integer(1, 900)} ms`;
  });
  const block = `${lines.join("\n")}\n`;
  return block.repeat(Math.ceil(characters / block.length)).slice(0, characters);
}

/** Bytes that are no UTF-8, as a client that decodes them anyway passes them on. */
function invalidUtf8(characters) {
  const random = seededRandom(8);
  const block = Buffer.from(Array.from({ length: 100_000 }, () => random.integer(0, 255)));
  return block
    .toString("utf8")
    .repeat(Math.ceil(characters / 90_000))
    .slice(0, characters);
}

export const HOSTILE_SHAPES = {
  "one line": (characters) => "x".repeat(characters / 2),
  "a million identical lines": (characters) => "the same line again\n".repeat(characters / 100),
  "JSON 10,000 levels deep, again and again": (characters) =>
    ("[".repeat(10_000) + "]".repeat(10_000)).repeat(characters / 400_000),
  "opening brackets only": (characters) => "[".repeat(characters / 10),
  "NUL bytes": (characters) => "\0".repeat(characters / 2),
  "lone surrogates": (characters) => "\ud800".repeat(characters / 4),
  "invalid UTF-8": (characters) => invalidUtf8(characters / 4),
};

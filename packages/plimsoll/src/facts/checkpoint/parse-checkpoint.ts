import { CompactError } from "../../errors/compact-error.js";
import { jsonDepthExceeds } from "../../text/parse-json.js";
import { parseShape } from "../../validation/parse-shape.js";
import type { Fields, ObjectShape } from "../../validation/shape.js";
import { type Checkpoint, SECTION_NAMES, SPEAKERS } from "./checkpoint.js";
import { withLaterFields } from "./with-later-fields.js";
import { SECTION_SHAPES, STORED_TEXT, STORED_VERSION, storedList } from "./section-shapes.js";

const MAX_JSON_CHARACTERS = 100_000_000;
const MAX_JSON_DEPTH = 16;
const MAX_SECTION_ENTRIES = 100_000;

const known = (fields: Fields): ObjectShape => ({ kind: "object", fields, others: "left out" });

const ENTRY_BASE: Fields = {
  id: STORED_TEXT,
  provenance: known({ items: storedList(STORED_TEXT), by: SPEAKERS }),
  status: ["current", "superseded"],
  "supersededBy?": STORED_TEXT,
};

const CHECKPOINT = known({
  schemaVersion: STORED_VERSION,
  sessionId: STORED_TEXT,
  version: "count",
  "objective?": known({
    ...ENTRY_BASE,
    text: STORED_TEXT,
    acceptance: storedList(STORED_TEXT, MAX_SECTION_ENTRIES),
  }),
  "activeWork?": known({ ...ENTRY_BASE, text: STORED_TEXT }),
  ...Object.fromEntries(
    SECTION_NAMES.map((section) => [
      section,
      storedList(known({ ...ENTRY_BASE, ...SECTION_SHAPES[section] }), MAX_SECTION_ENTRIES),
    ]),
  ),
});

/**
 * Reads a checkpoint from foreign JSON, as text or parsed. Throws `INVALID_INPUT` with the place of the first
 * wrong value; the result has only known keys.
 */
export function parseCheckpoint(input: unknown): Checkpoint {
  const value = typeof input === "string" ? parseJson(input) : input;
  return parseShape(CHECKPOINT, withLaterFields(value), "checkpoint");
}

function parseJson(text: string): unknown {
  if (text.length > MAX_JSON_CHARACTERS || jsonDepthExceeds(text, MAX_JSON_DEPTH)) {
    throw new CompactError(
      "INVALID_INPUT",
      `A checkpoint is JSON of at most ${MAX_JSON_CHARACTERS} characters, nested at most ${MAX_JSON_DEPTH} deep.`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CompactError("INVALID_INPUT", "The checkpoint is not JSON; export it with JSON.stringify.", {
      cause,
    });
  }
}

import { SECTION_NAMES, SPEAKERS } from "../checkpoint/checkpoint.js";
import { SECTION_SHAPES, STORED_TEXT, STORED_VERSION, storedList } from "../checkpoint/section-shapes.js";
import { withLaterFields } from "../checkpoint/with-later-fields.js";
import { isRecord } from "../../text/is-record.js";
import { parseShape } from "../../validation/parse-shape.js";
import type { Fields, ObjectShape } from "../../validation/shape.js";
import { SessionLedger } from "./session-ledger.js";

const MAX_ROWS = 1_000_000;

const known = (fields: Fields): ObjectShape => ({ kind: "object", fields, others: "left out" });

const ROW_BASE: Fields = {
  items: storedList(STORED_TEXT),
  by: SPEAKERS,
  status: ["current", "superseded"],
  "supersededBy?": STORED_TEXT,
  first: "count",
  last: "count",
  mentions: "count",
  calls: "count",
  userMentions: "count",
};

const CALL = known({
  item: STORED_TEXT,
  callId: STORED_TEXT,
  name: STORED_TEXT,
  verbs: storedList(STORED_TEXT),
  fields: storedList(known({ key: STORED_TEXT, value: STORED_TEXT })),
  command: STORED_TEXT,
});

const SPEECH = known({
  messages: "count",
  labelled: "count",
  "answers?": "count",
  "turnsOfAssistant?": "count",
  "commandFollows?": "flag",
  names: storedList(known({ name: STORED_TEXT, turns: "count" })),
  held: storedList(known({ key: STORED_TEXT, name: STORED_TEXT }), MAX_ROWS),
});

const LEDGER = known({
  schemaVersion: STORED_VERSION,
  position: "count",
  openCalls: storedList(CALL),
  evidence: storedList(STORED_TEXT),
  rows: known(
    Object.fromEntries(
      SECTION_NAMES.map((section) => {
        const fields = known(SECTION_SHAPES[section]);
        return [section, storedList(known({ key: STORED_TEXT, fields, ...ROW_BASE }), MAX_ROWS)];
      }),
    ),
  ),
  "speech?": SPEECH,
});

/** Restores a ledger stored with `JSON.stringify`. Throws `INVALID_INPUT` with the place of the problem. */
export function restoreLedger(value: unknown): SessionLedger {
  const rows = isRecord(value) ? { ...value, rows: withLaterFields(value["rows"]) } : value;
  return new SessionLedger(parseShape(LEDGER, rows, "ledger"));
}

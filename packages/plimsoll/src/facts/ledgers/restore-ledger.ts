import { SECTION_NAMES, type SectionFields, type SectionName, SPEAKERS } from "../checkpoint/checkpoint.js";
import {
  type FieldReader,
  readCount,
  readList,
  readObject,
  readOneOf,
  readText,
  wrongValue,
} from "../checkpoint/field-reader.js";
import { readFields } from "../checkpoint/read-fields.js";
import type { CallFacts } from "./call-facts.js";
import type { SpeechState } from "./labelled-speech.js";
import type { LedgerRow } from "./ledger-table.js";
import { type LedgerRows, SessionLedger } from "./session-ledger.js";

const MAX_ROWS = 1_000_000;

/** Takes up a ledger that was stored with `JSON.stringify`. Throws `INVALID_INPUT` with the place of what is wrong. */
export function restoreLedger(value: unknown): SessionLedger {
  const record = readObject(value, "ledger");
  if (record["schemaVersion"] !== 1)
    throw wrongValue(
      "ledger.schemaVersion",
      "1, the only version this release reads",
      record["schemaVersion"],
    );
  const stored = readObject(record["rows"], "ledger.rows");
  const rows: Partial<Record<SectionName, readonly LedgerRow<SectionFields[SectionName]>[]>> = {};
  for (const section of SECTION_NAMES) {
    const read = readList((row, path) => readRow(section, row, path), MAX_ROWS);
    rows[section] = read(stored[section], `ledger.rows.${section}`);
  }
  return new SessionLedger({
    schemaVersion: 1,
    position: readCount(record["position"], "ledger.position"),
    openCalls: readList(readCall)(record["openCalls"], "ledger.openCalls"),
    evidence: readList(readText)(record["evidence"], "ledger.evidence"),
    rows: rows as LedgerRows,
    ...(record["speech"] === undefined ? {} : { speech: readSpeechState(record["speech"], "ledger.speech") }),
  });
}

const readSpeechState: FieldReader<SpeechState> = (value, path) => {
  const speech = readObject(value, path);
  const count = (name: string): number => readCount(speech[name], `${path}.${name}`);
  return {
    messages: count("messages"),
    labelled: count("labelled"),
    ...(speech["answers"] === undefined ? {} : { answers: count("answers") }),
    ...(speech["turnsOfAssistant"] === undefined ? {} : { turnsOfAssistant: count("turnsOfAssistant") }),
    names: readList((entry, at) => {
      const { name, turns } = readObject(entry, at);
      return { name: readText(name, `${at}.name`), turns: readCount(turns, `${at}.turns`) };
    })(speech["names"], `${path}.names`),
    held: readList((entry, at) => {
      const { key, name } = readObject(entry, at);
      return { key: readText(key, `${at}.key`), name: readText(name, `${at}.name`) };
    }, MAX_ROWS)(speech["held"], `${path}.held`),
  };
};

function readRow<S extends SectionName>(
  section: S,
  value: unknown,
  path: string,
): LedgerRow<SectionFields[S]> {
  const row = readObject(value, path);
  const count = (name: string): number => readCount(row[name], `${path}.${name}`);
  const supersededBy = row["supersededBy"];
  return {
    key: readText(row["key"], `${path}.key`),
    fields: readFields(section, readObject(row["fields"], `${path}.fields`), `${path}.fields`),
    items: readList(readText)(row["items"], `${path}.items`),
    by: readOneOf(SPEAKERS)(row["by"], `${path}.by`),
    status: readOneOf(["current", "superseded"])(row["status"], `${path}.status`),
    ...(supersededBy === undefined ? {} : { supersededBy: readText(supersededBy, `${path}.supersededBy`) }),
    first: count("first"),
    last: count("last"),
    mentions: count("mentions"),
    calls: count("calls"),
    userMentions: count("userMentions"),
  };
}

const readCall: FieldReader<CallFacts> = (value, path) => {
  const call = readObject(value, path);
  const text = (name: string): string => readText(call[name], `${path}.${name}`);
  return {
    item: text("item"),
    callId: text("callId"),
    name: text("name"),
    verbs: readList(readText)(call["verbs"], `${path}.verbs`),
    fields: readList((field, at) => {
      const record = readObject(field, at);
      return { key: readText(record["key"], `${at}.key`), value: readText(record["value"], `${at}.value`) };
    })(call["fields"], `${path}.fields`),
    command: text("command"),
  };
};

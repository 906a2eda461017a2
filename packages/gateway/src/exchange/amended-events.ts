import { Readable } from "node:stream";
import { eventData, serverEvents } from "plimsoll/calls";
import { isRecord } from "../json/is-record.js";
import type { JsonRecord } from "../json/json-record.js";
import { exactOrText } from "../json/exact-or-text.js";
import { exactText } from "../json/exact-text.js";
import { stringOf } from "../json/string-of.js";

/** What the gateway changes in an answer before its client sees it. */
export interface AnswerAmendments {
  whole(data: JsonRecord): JsonRecord;
  /** The events in place of one; the very same object if nothing changes. */
  event(data: JsonRecord): JsonRecord | readonly JsonRecord[];
  /** False for the text of an event that is passed as it is. */
  concerns(raw: string): boolean;
}

const MAX_EVENT_CHARACTERS = 16 * 1024 * 1024;
const NAME = /^event: ?(.*)$/mu;

/** The bytes of a stream, with the events amended that are to be. */
export function amendedEvents(body: Readable, amendments: AnswerAmendments): Readable {
  async function* events(): AsyncGenerator<Buffer, void, undefined> {
    for await (const { raw } of serverEvents(body, MAX_EVENT_CHARACTERS)) {
      yield Buffer.from(amendments.concerns(raw) ? amendedEvent(raw, amendments) : raw, "utf8");
    }
  }
  return Readable.from(events(), { objectMode: false });
}

/** The text in place of that of an event; the same if nothing changes. */
export function amendedEvent(raw: string, amendments: Pick<AnswerAmendments, "event">): string {
  const data = exactOrText(eventData({ raw }));
  const amended = isRecord(data) ? amendments.event(data) : data;
  if (amended === data) return raw;
  const name = NAME.exec(raw)?.[1];
  const list = Array.isArray(amended) ? (amended as readonly JsonRecord[]) : [amended as JsonRecord];
  const named = (one: JsonRecord): string =>
    name === undefined ? "" : `event: ${stringOf(one["type"]) || name}\n`;
  return list.map((one) => `${named(one)}data: ${exactText(one)}\n\n`).join("");
}

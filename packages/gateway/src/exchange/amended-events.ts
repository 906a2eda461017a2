import { Readable } from "node:stream";
import { eventData, serverEvents } from "plimsoll/calls";
import { isRecord } from "../json/is-record.js";
import type { JsonRecord } from "../json/json-record.js";
import { jsonOrText } from "../json/json-or-text.js";

/** The data of an event or of a whole answer with what the gateway adds to it; the same object if that is nothing. */
export type AmendAnswer = (data: JsonRecord) => JsonRecord;

const MAX_EVENT_CHARACTERS = 16 * 1024 * 1024;
/** Usage stands in the events that report on the whole answer; all else is passed as it is. */
const REPORTS = '"usage"';
const NAME = /^event: ?.*$/mu;

/** The bytes of a stream, with the events amended that report on the whole answer. */
export function amendedEvents(body: Readable, amend: AmendAnswer): Readable {
  async function* events(): AsyncGenerator<Buffer, void, undefined> {
    for await (const { raw } of serverEvents(body, MAX_EVENT_CHARACTERS)) {
      yield Buffer.from(raw.includes(REPORTS) ? amendedEvent(raw, amend) : raw, "utf8");
    }
  }
  return Readable.from(events(), { objectMode: false });
}

function amendedEvent(raw: string, amend: AmendAnswer): string {
  const data = jsonOrText(eventData({ raw }));
  const amended = isRecord(data) ? amend(data) : data;
  if (amended === data) return raw;
  const name = NAME.exec(raw)?.[0];
  return `${name === undefined ? "" : `${name}\n`}data: ${JSON.stringify(amended)}\n\n`;
}

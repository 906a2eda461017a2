import type { JsonRecord } from "../json/json-record.js";
import { amendedEvent } from "./amended-events.js";
import { splitEvents } from "./split-events.js";
import type { UsageCompletion } from "./usage-completion.js";

const DONE = /^data: ?\[DONE\]/mu;

/** Whole events of a stream with their usage completed; the same bytes if nothing changes. */
export function completedEvents(part: Buffer, completion: UsageCompletion): Buffer {
  if (!completion.mayConcern(part)) return part;
  const text = part.toString("utf8");
  const completed = splitEvents(text)
    .map((raw) => (DONE.test(raw) ? eventText(completion.ending?.()) + raw : amendedEvent(raw, completion)))
    .join("");
  return completed === text ? part : Buffer.from(completed, "utf8");
}

/** What a stream lacks that ended without saying so. */
export function missingEnd(completion: UsageCompletion, isEventOpen: boolean): Buffer | undefined {
  const text = eventText(completion.ending?.());
  return text === "" ? undefined : Buffer.from(isEventOpen ? `\n\n${text}` : text, "utf8");
}

const eventText = (data: JsonRecord | undefined): string =>
  data === undefined ? "" : `data: ${JSON.stringify(data)}\n\n`;

import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import { stringOf } from "../../json/string-of.js";
import { parseObject } from "../../json/parse-object.js";

/** The message that events make; undefined if they do not make a whole one. */
export function collectedMessage(events: readonly JsonRecord[]): JsonRecord | undefined {
  const begun = events.find(({ type }) => type === "message_start")?.["message"];
  if (!isRecord(begun) || !events.some(({ type }) => type === "message_stop")) return undefined;
  const content = events
    .filter(({ type }) => type === "content_block_start")
    .map(({ index, content_block: block }) =>
      collectedBlock(
        isRecord(block) ? block : {},
        recordsIn(events.filter((event) => event["index"] === index).map(({ delta }) => delta)),
      ),
    );
  const ends = events.filter(({ type }) => type === "message_delta");
  return ends.reduce(
    (message: JsonRecord, { delta, usage, type: _type, ...rest }) => ({
      ...message,
      ...rest,
      ...(isRecord(delta) ? delta : {}),
      usage: { ...known(message["usage"]), ...known(usage) },
    }),
    { ...begun, content },
  );
}

/** What is said: no client lays nothing over a number. */
const known = (value: unknown): JsonRecord =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) : {};

function collectedBlock(begun: JsonRecord, deltas: readonly JsonRecord[]): JsonRecord {
  const textOf = (name: string): string => deltas.map((delta) => stringOf(delta[name])).join("");
  const given = textOf("partial_json");
  const input = given === "" ? undefined : parseObject(given);
  const citations = recordsIn(deltas.map(({ citation }) => citation));
  const texts = ["text", "thinking", "signature"].flatMap((name) => {
    const said = stringOf(begun[name]) + textOf(name);
    return said === "" && !(name in begun) ? [] : [[name, said]];
  });
  return {
    ...begun,
    ...Object.fromEntries(texts),
    ...(input ? { input } : {}),
    ...(citations.length > 0 ? { citations: [...recordsIn(begun["citations"]), ...citations] } : {}),
  };
}

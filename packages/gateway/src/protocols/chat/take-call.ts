import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { jsonText } from "../../json/json-text.js";
import { stringOf } from "../../json/string-of.js";
import type { ChatCall, ChatDraft } from "./chat-state.js";
import { isWhole, NOTHING_READ, readOn } from "./json-progress.js";
import { closeReasoning } from "./take-reasoning.js";
import { isSearchCall } from "./pause-for-search.js";

/** An upstream that calls more than this in one answer is broken. */
const MAX_CALLS = 1000;

interface CallDelta {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly piece: string;
}

function readDelta(delta: JsonRecord): CallDelta {
  const called = isRecord(delta["function"]) ? delta["function"] : delta;
  return {
    index: typeof delta["index"] === "number" ? delta["index"] : undefined,
    id: stringOf(delta["id"]),
    name: stringOf(called["name"]),
    piece: jsonText(called["arguments"]),
  };
}

/** A call that is whole, and another begins: by its arguments, or by another name. Only where no id tells. */
function beginsAnew(call: ChatCall, { id, name, piece }: CallDelta): boolean {
  if (id !== "" || !isWhole(call.progress)) return false;
  return piece.trimStart().startsWith("{") || (call.name !== "" && name !== "" && name !== call.name);
}

/** The call that a delta continues; undefined if it begins one. */
function findCall(calls: readonly ChatCall[], delta: CallDelta): ChatCall | undefined {
  const { id, index } = delta;
  const sameId = id === "" ? undefined : calls.findLast((call) => call.id === id);
  if (sameId && (index === undefined || sameId.index === undefined || sameId.index === index)) return sameId;
  const call = index === undefined ? calls.at(-1) : calls.findLast((other) => other.index === index);
  if (!call || beginsAnew(call, delta)) return undefined;
  // Another id at the same place is another call: some upstreams give every call the index 0.
  return id === "" || call.id === "" ? call : undefined;
}

/** The second call of one function may come without its name, at the place of the first. */
function repeatedName(calls: readonly ChatCall[], { id, name, index }: CallDelta): string {
  if (id !== "" || name !== "") return "";
  return calls.findLast((call) => index === undefined || call.index === index)?.name ?? "";
}

/** A name may come again with every piece, or in pieces before the arguments begin. */
function nameAfter(call: ChatCall, name: string): string {
  if (call.told || name === "" || name === call.name) return call.name;
  return call.name + name;
}

function tell(draft: ChatDraft, call: ChatCall): ChatCall {
  closeReasoning(draft);
  draft.events.push({ type: "call", key: call.key, id: call.id, name: call.name });
  if (call.waiting !== "") draft.events.push({ type: "arguments", key: call.key, delta: call.waiting });
  return { ...call, told: true, waiting: "" };
}

function grow(draft: ChatDraft, call: ChatCall, delta: CallDelta): ChatCall {
  const grown: ChatCall = {
    ...call,
    id: call.told ? call.id : call.id || delta.id,
    name: nameAfter(call, delta.name),
    progress: readOn(call.progress, delta.piece),
    waiting: call.told ? "" : call.waiting + delta.piece,
  };
  if (grown.told) {
    if (delta.piece !== "") draft.events.push({ type: "arguments", key: call.key, delta: delta.piece });
    return grown;
  }
  const isReady =
    grown.name !== "" && grown.waiting !== "" && !draft.quirks.lateDetails && !isSearchCall(grown, draft);
  return isReady ? tell(draft, grown) : grown;
}

/** Takes one entry of `tool_calls`, whichever way its upstream tells its calls apart. */
export function takeCall(draft: ChatDraft, value: JsonRecord): void {
  if (draft.isOver) return;
  const delta = readDelta(value);
  draft.spoke = true;
  const found = findCall(draft.calls, delta);
  if (found) {
    draft.calls = draft.calls.map((call) => (call === found ? grow(draft, call, delta) : call));
    return;
  }
  if (draft.calls.length >= MAX_CALLS) {
    const message = `The upstream called more than ${MAX_CALLS} tools in one answer.`;
    draft.events.push({ type: "failed", code: "server_error", message });
    draft.isOver = true;
    return;
  }
  const begun: ChatCall = {
    key: String(draft.calls.length),
    index: delta.index,
    id: draft.calls.some(({ id }) => id === delta.id) ? "" : delta.id,
    name: repeatedName(draft.calls, delta),
    progress: NOTHING_READ,
    told: false,
    waiting: "",
  };
  draft.calls = [...draft.calls, grow(draft, begun, { ...delta, id: "" })];
}

/** Tells what is left of the calls, and ends each; one that was cut off is not ended. */
export function closeCalls(draft: ChatDraft, isCut: boolean): void {
  for (const call of draft.calls) {
    const told = call.told ? call : tell(draft, call);
    if (!isCut || isWhole(told.progress)) draft.events.push({ type: "call_end", key: told.key });
  }
  draft.calls = [];
}

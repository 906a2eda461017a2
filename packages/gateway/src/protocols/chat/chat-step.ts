import type { AnswerEvent } from "../../answers/answer-event.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import { stringOf } from "../../json/string-of.js";
import { isFailure } from "../failure/is-failure.js";
import { vendorFailure } from "../failure/vendor-failure.js";
import type { Step, UpstreamEvent } from "../protocol.js";
import { chatFinish } from "./chat-finish.js";
import type { ChatDraft, ChatState } from "./chat-state.js";
import { chatUsage } from "./chat-usage.js";
import { closeCalls, takeCall } from "./take-call.js";
import { closeReasoning, newPart, takeDetails, takeReasoning } from "./take-reasoning.js";
import { isSearchCall, pauseForSearch, takeSources, tellSources } from "./pause-for-search.js";
import { flushTags, readTags, type ThinkPiece } from "./think-tags.js";

/** Takes one event of a streamed answer. */
export function chatStep(state: ChatState, { event, data }: UpstreamEvent): Step<ChatState> {
  if (state.isOver) return { state, events: [] };
  return change(state, (draft) => {
    if (isRecord(data)) takeChunk(draft, data, event);
    else if (stringOf(data).trim() === "[DONE]") finish(draft);
  });
}

/** The stream ended. */
export function chatEnd(state: ChatState): readonly AnswerEvent[] {
  if (state.searches) return [{ type: "end", reason: "completed" }];
  return state.isOver ? [] : change(state, finish).events;
}

function change(state: ChatState, work: (draft: ChatDraft) => void): Step<ChatState> {
  const draft: ChatDraft = { ...state, events: [] };
  work(draft);
  const { events, ...next } = draft;
  return { state: next, events };
}

function takeChunk(draft: ChatDraft, chunk: JsonRecord, event: string): void {
  const choices = recordsIn(chunk["choices"]);
  const choice = choices.find(({ index }) => index === 0) ?? choices[0];
  if (event === "error" || isFailure(chunk) || isRecord(choice?.["error"])) {
    fail(draft, isRecord(choice?.["error"]) ? choice : chunk);
    return;
  }
  takeSources(draft, chunk["web_search"]);
  if (choice) takeChoice(draft, choice);
  const usage = chatUsage(chunk["usage"]) ?? chatUsage(choice?.["usage"]);
  if (!usage) return;
  draft.output = usage.outputTokens + draft.outputBefore;
  draft.events.push({ type: "usage", usage: { ...usage, outputTokens: draft.output } });
}

function fail(draft: ChatDraft, body: JsonRecord): void {
  const { code, message } = vendorFailure(200, body);
  draft.isOver = true;
  draft.events.push({ type: "failed", code, message });
}

function takeChoice(draft: ChatDraft, choice: JsonRecord): void {
  const { delta, message } = choice;
  if (isRecord(delta)) takeDelta(draft, delta);
  // The whole message counts only if it was not streamed: some upstreams repeat it at the end.
  else if (isRecord(message) && !draft.spoke) takeDelta(draft, message);
  const reason = stringOf(choice["finish_reason"]);
  if (reason === "") return;
  draft.finish = reason;
  pauseForSearch(draft);
}

function takeDelta(draft: ChatDraft, delta: JsonRecord): void {
  const plain = newPart(
    draft,
    "reasoning",
    stringOf(delta["reasoning_content"]) || stringOf(delta["reasoning"]),
  );
  if (plain !== "") draft.structured = true;
  takeReasoning(draft, plain);
  takeDetails(draft, recordsIn(delta["reasoning_details"]), plain !== "");
  takeContent(draft, delta["content"]);
  takeText(draft, stringOf(delta["refusal"]));
  for (const call of recordsIn(delta["tool_calls"])) takeCall(draft, call);
  if (isRecord(delta["function_call"])) takeCall(draft, { index: 0, function: delta["function_call"] });
  for (const note of recordsIn(delta["annotations"])) takeCitation(draft, note);
}

/** A text, or a list of parts as Mistral sends it. */
function takeContent(draft: ChatDraft, content: unknown): void {
  if (typeof content === "string") {
    takeTagged(draft, newPart(draft, "text", content));
    return;
  }
  for (const part of recordsIn(content)) {
    const thought = recordsIn(part["thinking"]).map(({ text }) => stringOf(text));
    if (thought.length > 0) draft.structured = true;
    takeReasoning(draft, thought.join(""));
    takeTagged(draft, stringOf(part["text"]));
  }
}

function takeTagged(draft: ChatDraft, text: string): void {
  if (text === "") return;
  const { tags, pieces } = readTags(draft.tags, text);
  draft.tags = tags;
  takePieces(draft, pieces);
}

function takePieces(draft: ChatDraft, pieces: readonly ThinkPiece[]): void {
  for (const { kind, text } of pieces) {
    if (kind === "text") takeText(draft, text);
    else if (!draft.structured) takeReasoning(draft, text);
  }
}

function takeText(draft: ChatDraft, delta: string): void {
  if (delta === "") return;
  closeReasoning(draft);
  draft.spoke = true;
  if (draft.quirks.webSearch === "builtin_function") draft.said += delta;
  draft.events.push({ type: "text", delta });
  tellSources(draft);
}

function takeCitation(draft: ChatDraft, note: JsonRecord): void {
  const citation = isRecord(note["url_citation"]) ? note["url_citation"] : note;
  const url = stringOf(citation["url"]);
  if (url !== "") draft.events.push({ type: "citation", url, title: stringOf(citation["title"]) });
}

/** Ends the answer as its finish reason says. A call that nobody named cannot be run, nor left out unseen. */
function finish(draft: ChatDraft): void {
  takePieces(draft, flushTags(draft.tags));
  const last = chatFinish(draft.finish);
  const isCut = last.type !== "end" || last.reason !== "completed";
  draft.isOver = true;
  if (draft.searches) return;
  draft.calls = draft.calls.filter((call) => !isSearchCall(call, draft));
  if (!isCut && draft.calls.some(({ name }) => name === "")) {
    const message = "The upstream called a tool without naming it.";
    draft.events.push({ type: "failed", code: "server_error", message });
    return;
  }
  // Without a call nothing has to be sent back that came behind the text.
  if (draft.reasoningOpen || draft.calls.length > 0) closeReasoning(draft);
  draft.calls = draft.calls.filter(({ name }) => name !== "");
  closeCalls(draft, isCut);
  draft.events.push(last);
}

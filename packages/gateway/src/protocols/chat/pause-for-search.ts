import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import { stringOf } from "../../json/string-of.js";
import { parseObject } from "../../json/parse-object.js";
import type { Resumed, UpstreamRequest } from "../protocol.js";
import { type ChatCall, type ChatDraft, type ChatState, startChat } from "./chat-state.js";
import { SEARCH_FUNCTION } from "./plan-search.js";

const MOST_SOURCES = 200;

/** What a search found, as GLM tells it beside the answer. The sources are told with the text that they led to. */
export function takeSources(draft: ChatDraft, value: unknown): void {
  const found = recordsIn(value).slice(0, MOST_SOURCES);
  if (found.length === 0 || draft.sources !== undefined) return;
  draft.sources = found.map(({ link, title }) => ({ url: stringOf(link), title: stringOf(title) }));
  draft.events.push({ type: "web_search", query: "" });
}

/** Tells the sources, once there is a text. */
export function tellSources(draft: ChatDraft): void {
  for (const { url, title } of draft.sources ?? [])
    if (url !== "") draft.events.push({ type: "citation", url, title });
  if (draft.sources) draft.sources = [];
}

/** A call that is the vendor's own search: no client knows it. */
export const isSearchCall = ({ name }: ChatCall, { quirks }: Pick<ChatState, "quirks">): boolean =>
  name === SEARCH_FUNCTION && quirks.webSearch === "builtin_function";

/**
 * The model searches, and does nothing else: the vendor waits for its own arguments. Beside calls of the client a search is left
 * out, because those cannot be answered here; the model searches again when it has their results.
 */
export function pauseForSearch(draft: ChatDraft): void {
  const { calls } = draft;
  if (calls.length === 0 || !calls.every((call) => isSearchCall(call, draft))) return;
  draft.searches = calls;
  draft.calls = [];
  for (const { waiting } of calls) draft.events.push({ type: "web_search", query: queryIn(waiting) });
}

/** What is searched for, where the arguments say it; documented is only the id of what was found. */
const queryIn = (given: string): string => stringOf(parseObject(given)?.["query"]);

/** Gives the vendor what it waits for. */
export function chatResume(state: ChatState, sent: UpstreamRequest): Resumed<ChatState> | undefined {
  const { searches, said } = state;
  const messages = sent.body["messages"];
  if (!searches || !Array.isArray(messages)) return undefined;
  const calls = searches.map(({ id, name, waiting }, index) => ({
    id: id || `search_${index}`,
    type: "function",
    function: { name, arguments: waiting },
  }));
  const results = calls.map(({ id, function: { name, arguments: content } }): JsonRecord => {
    return { role: "tool", tool_call_id: id, name, content };
  });
  const spoken = said === "" ? {} : { content: said };
  const answered = [{ role: "assistant", ...spoken, tool_calls: calls }, ...results];
  return {
    state: { ...startChat(state.quirks), outputBefore: state.output },
    request: { ...sent, body: { ...sent.body, messages: [...(messages as unknown[]), ...answered] } },
  };
}

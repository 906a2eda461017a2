import type { AnswerEvent } from "../../answers/answer-event.js";
import type { JsonRecord } from "../../json/json-record.js";
import type { ChatQuirks } from "./chat-quirks.js";
import type { JsonProgress } from "./json-progress.js";
import type { ThinkTags } from "./think-tags.js";

/** A call of the answer, as far as it came. */
export interface ChatCall {
  readonly key: string;
  /** The upstream's, if it gave one. Some use one index for all calls. */
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly progress: JsonProgress;
  /** It was told; until then its arguments wait. */
  readonly told: boolean;
  readonly waiting: string;
}

/** What was read of a streamed answer. */
export interface ChatState {
  readonly quirks: ChatQuirks;
  /** The reasoning since it was last sealed. */
  readonly reasoning: string;
  readonly reasoningOpen: boolean;
  readonly details: readonly JsonRecord[];
  /** Reasoning came in a field of its own: tags in the text repeat it. */
  readonly structured: boolean;
  readonly tags: ThinkTags;
  readonly calls: readonly ChatCall[];
  /** All reasoning and all text so far, for upstreams that may repeat them. */
  readonly heard: { readonly reasoning: string; readonly text: string };
  readonly spoke: boolean;
  /** What a search found, until it is told; undefined: nothing was found yet. */
  readonly sources: readonly { readonly url: string; readonly title: string }[] | undefined;
  /** The text so far, where the upstream may stop to search. */
  readonly said: string;
  /** The searches for which it stopped. */
  readonly searches: readonly ChatCall[] | undefined;
  /** Tokens of the answer, and of its parts before the last search. */
  readonly output: number;
  readonly outputBefore: number;
  readonly finish: string | undefined;
  readonly isOver: boolean;
}

/** A state that a step works on, with the events of the step. */
export type ChatDraft = { -readonly [Key in keyof ChatState]: ChatState[Key] } & { events: AnswerEvent[] };

export function startChat(quirks: ChatQuirks): ChatState {
  return {
    quirks,
    reasoning: "",
    reasoningOpen: false,
    details: [],
    structured: false,
    tags: { place: quirks.thinkTags ? "start" : "outside", held: "" },
    calls: [],
    heard: { reasoning: "", text: "" },
    spoke: false,
    sources: undefined,
    said: "",
    searches: undefined,
    output: 0,
    outputBefore: 0,
    finish: undefined,
    isOver: false,
  };
}

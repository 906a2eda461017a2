import type { Checkpoint } from "../facts/checkpoint/checkpoint.js";
import type { ItemView } from "../conversation/item-view.js";
import type { NormalizedUsage } from "../tokens/usage.js";
import type { TemplateName } from "./template-name.js";

/** One item that a plan gives to the summarizer. Already redacted. */
export interface RemainderItem {
  /** The archive id under which the item can be read back. */
  readonly id: string;
  readonly view: ItemView;
  /** It is the summary message before, which nothing but a shorter one takes the place of. */
  readonly isSummary?: boolean;
}

export interface SummaryRequest {
  readonly sessionId: string;
  /** What leaves the window, oldest first. Never empty. */
  readonly remainder: readonly RemainderItem[];
  /** The summary that this one updates and replaces; absent the first time. Its body, without the tags. */
  readonly previous?: string;
  /** Nobody vouches for the summary before: what it says that the user said is quoted, not repeated as the user's word. */
  readonly previousIsUnverified?: boolean;
  /** Rules of a summary that nobody vouches for. Code prints those that hold; they need not be said again. */
  readonly unverifiedRules?: readonly string[];
  /**
   * Texts that the summary must hold, most important first, with the items they come from. The embedded summarizer puts
   * them first, word for word, as long as they fit; a caller that needs all of them checks the result.
   */
  readonly mustKeep?: readonly { readonly text: string; readonly itemId: string }[];
  /** Views of what stays in the window after the summary: for what need not be repeated, and for focus. */
  readonly kept: readonly ItemView[];
  /** The state of the session as code knows it; a summarizer may add to it and render from it. */
  readonly checkpoint?: Checkpoint;
  readonly template: TemplateName;
  /** The body must have at most this many tokens, by `count`. */
  readonly maxTokens: number;
  count(text: string): number;
  /** What the caller wants the summary to keep in mind (`manualCompact`'s note). */
  readonly note?: string;
  readonly signal?: AbortSignal;
  /** To be told the usage of every request to a model, also of those whose answer was of no use. */
  onUsage?(usage: NormalizedUsage): void;
}

export interface Summary {
  /** The body, without the surrounding tags. */
  readonly text: string;
  /** The state with what the summarizer added to it, where it did. */
  readonly checkpoint?: Checkpoint;
  /** Ids of the items whose words it repeats, where that is known: what it says is looked for there first. */
  readonly sources?: readonly string[];
  /** Entries of a model's answer that could not be used. */
  readonly dropped?: number;
  /** The model that wrote it, for events; absent for the embedded one. */
  readonly model?: string;
}

/**
 * Turns the remainder into text that stands for it. May fail or answer nonsense: the engine checks every
 * result, retries with `brief`, then prunes without a summary.
 */
export interface Summarizer {
  readonly name: string;
  /** The model that is asked, for what it costs; absent where none is. */
  readonly model?: string;
  summarize(request: SummaryRequest): Promise<Summary>;
  /** Writes a summary again as the instruction says, which holds it; absent where there is nobody to instruct. */
  revise?(instruction: string, request: SummaryRequest): Promise<Summary>;
}

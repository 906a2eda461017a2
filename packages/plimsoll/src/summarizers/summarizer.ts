import type { Checkpoint } from "../facts/checkpoint/checkpoint.js";
import type { ItemView } from "../conversation/item-view.js";
import type { NormalizedUsage } from "../tokens/normalize-usage.js";
import type { TemplateName } from "./template-name.js";

/** One item of the remainder. Already redacted. */
export interface RemainderItem {
  /** The archive id under which the item can be read back. */
  readonly id: string;
  readonly view: ItemView;
  /** The item is the previous summary message; only a shorter one may replace it. */
  readonly isSummary?: boolean;
}

export interface SummaryRequest {
  readonly sessionId: string;
  /** The items that leave the window, oldest first. Never empty. */
  readonly remainder: readonly RemainderItem[];
  /** The summary that this one updates and replaces; absent the first time. Its body, without the tags. */
  readonly previous?: string;
  /**
   * The extracts of the previous summary, if it was ours; `previous` is then what a summarizer wrote above them, if
   * anything. Code chooses from them again; the summary need not repeat them.
   */
  readonly previousExtracts?: string;
  /**
   * The previous summary is not verified: its statements about the user are quoted, not repeated as the user's
   * words.
   */
  readonly previousIsUnverified?: boolean;
  /** Rules of an unverified summary. Code prints those that still apply; the summary need not repeat them. */
  readonly unverifiedRules?: readonly string[];
  /**
   * Texts that the summary must hold, most important first, with the items they come from. The embedded summarizer puts
   * them first, word for word, as long as they fit; a caller that needs all of them checks the result.
   */
  readonly mustKeep?: readonly { readonly text: string; readonly itemId: string }[];
  /**
   * Views of the items that stay in the window after the summary: the summary need not repeat them and can focus
   * on them.
   */
  readonly kept: readonly ItemView[];
  /**
   * The state that code prints above the summary: rules, plan, files, open errors and so on. The summary need not
   * repeat it, and `maxTokens` is what is left. Absent if the summary has to tell the state itself.
   */
  readonly stated?: string;
  /** The state of the session as code knows it; a summarizer may add to it and render from it. */
  readonly checkpoint?: Checkpoint;
  readonly template: TemplateName;
  /** The body must have at most this many tokens, by `count`. */
  readonly maxTokens: number;
  count(text: string): number;
  /** What the summary should pay attention to (`manualCompact`'s note). */
  readonly note?: string;
  readonly signal?: AbortSignal;
  /** Receives the usage of every request to a model, including those with an unusable answer. */
  onUsage?(usage: NormalizedUsage): void;
  /**
   * Called when an answer of a model begins; returns what receives its text, piece by piece. Every attempt and every part of
   * a long history is a new draft. Absent if nobody watches: a summarizer then need not stream.
   */
  readonly onDraft?: (() => (text: string) => void) | undefined;
}

/** A piece of a summary as the model writes it. Nothing of it is checked yet: show it, but do not keep it. */
export interface SummaryDelta {
  readonly text: string;
  /** Counts from 1. A new number begins another draft, which replaces what was shown before. */
  readonly draft: number;
}

export interface Summary {
  /** The body, without the surrounding tags. May be empty where a state is printed above it. */
  readonly text: string;
  /** The state with the summarizer's additions, if there are any. */
  readonly checkpoint?: Checkpoint;
  /** Ids of the items whose words it repeats, if known: verification looks there first. */
  readonly sources?: readonly string[];
  /** Entries of a model's answer that could not be used. */
  readonly dropped?: number;
  /** The model that wrote it, for events; absent for the embedded one. */
  readonly model?: string;
}

/**
 * Turns the remainder into a summary text. It may fail or return nonsense: the engine checks every result,
 * retries with `brief`, uses the fallback, then prunes without a summary.
 */
export interface Summarizer {
  readonly name: string;
  /** The model that writes, to compute the cost; absent if there is none. */
  readonly model?: string;
  summarize(request: SummaryRequest): Promise<Summary>;
  /**
   * Rewrites a summary according to the instruction, which contains the summary; absent if the summarizer takes
   * no instructions.
   */
  revise?(instruction: string, request: SummaryRequest): Promise<Summary>;
}

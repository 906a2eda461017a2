import type { CompactPolicy } from "../../config/compact-policy.js";
import type { ItemView } from "../../conversation/item-view.js";
import { PairingTracker } from "../../conversation/pairing.js";
import type { Format } from "../../formats/format.js";

/** What a request is compared with. */
export interface FitLimits<W extends object> {
  readonly format: Format<W>;
  readonly policy: CompactPolicy;
  /** From this share of the window on a compaction is prepared; 0: none is. */
  readonly prepareAtPct: number;
  readonly maxTokens: number;
}

export interface SizedList<W extends object> {
  readonly items: readonly W[];
  /** Bytes of the request as it is sent, with all that is not an item. */
  readonly size: number;
}

/** Characters have at most so many bytes, and no token has less than one. */
const BYTES_A_CHARACTER = 3;
/** Nothing is decided so far below the lowest threshold. */
const SAFE_SHARE = 0.9;

/**
 * Says of the requests of one conversation, without counting a token, that they go out as they are: they are far below every
 * threshold even if each new byte were a token, no new output is large, and every call has its result.
 */
export class ClearFit<W extends object> {
  #pairing = new PairingTracker();
  /** So many items were followed for calls and results. */
  #followed = 0;
  /** The request that was measured last, and went out as it came. */
  #measured: { readonly length: number; readonly size: number; readonly tokens: number } | undefined;

  #isChanged = false;

  /** @param known so many items were there before; 0 for a new conversation */
  holds({ items, size }: SizedList<W>, known: number, limits: FitLimits<W>): boolean {
    const measured = this.#measured;
    if (known < this.#followed) this.#isChanged = true;
    if (this.#isChanged) return false;
    const from = measured?.length ?? 0;
    const tokens = (measured?.tokens ?? 0) + Math.max(0, size - (measured?.size ?? 0));
    if (tokens >= quietLimit(limits) || items.length < from) return false;
    for (; this.#followed < items.length; this.#followed++) {
      const view = limits.format.view(items[this.#followed] as W);
      this.#pairing.push(view);
      if (this.#followed < from || isPlain(view, limits.policy)) continue;
      this.deny();
      return false;
    }
    return this.#pairing.sound;
  }

  /** The request was measured, and goes out as it came. Later ones may have been followed by then. */
  confirm({ items, size }: SizedList<W>, tokens: number): void {
    this.#measured = { length: items.length, size, tokens };
    if (this.#isChanged) this.#restart();
    this.#isChanged = false;
  }

  /** The list was changed, or is another one: all is counted until it goes out as it came again. */
  deny(): void {
    this.#measured = undefined;
    this.#isChanged = true;
    this.#restart();
  }

  #restart(): void {
    this.#pairing = new PairingTracker();
    this.#followed = 0;
  }
}

/** Tokens up to which no policy does anything. */
function quietLimit<W extends object>({ policy, prepareAtPct, maxTokens }: FitLimits<W>): number {
  if (policy.strategy === "remote") return 0;
  const shares = [policy.triggerPct, policy.softTriggerPct, prepareAtPct].filter((share) => share > 0);
  const room = maxTokens - Math.max(policy.hardCapBuffer, policy.triggerTokensLeft);
  return Math.min(maxTokens * Math.min(...shares), room) * SAFE_SHARE;
}

/** True if its bytes bound its tokens, and nothing of it is replaced. */
function isPlain({ attachments, providerState, results }: ItemView, policy: CompactPolicy): boolean {
  if (attachments.length > 0 || providerState) return false;
  return !results.some(({ text }) => mayBeLarge(text, policy));
}

function mayBeLarge(text: string, { toolOutputMaxTokens, toolOutputMaxBytes }: CompactPolicy): boolean {
  if (toolOutputMaxTokens === 0) return false;
  const most =
    toolOutputMaxBytes > 0 ? Math.min(toolOutputMaxTokens, toolOutputMaxBytes) : toolOutputMaxTokens;
  return text.length * BYTES_A_CHARACTER > most;
}

import { CompactError } from "../../errors/compact-error.js";
import { isRecord } from "../../text/is-record.js";
import type { ItemMeter } from "../../tokens/item-meter.js";
import type { RemoteCompactor } from "./remote-compactor.js";

export interface ListCompactorOptions<W extends object> {
  /** Has the provider compact: the list to send from now on. */
  compact(items: readonly W[], signal: AbortSignal | undefined): Promise<readonly W[]>;
  /** What happens if that fails: the manager compacts, or the call rejects. */
  readonly onFailure: "local" | "fail";
}

/** A remote compactor from a function that returns the whole list to send. The list must be usable and smaller. */
export function listCompactor<W extends object>(options: ListCompactorOptions<W>): RemoteCompactor<W> {
  return {
    name: "provider",
    async compact({ items, meter, signal }) {
      try {
        const made = checkedList(await options.compact([...items], signal), { items, meter });
        return { items: made, length: items.length, tokensAfter: tokensOf(meter, made), metadata: {} };
      } catch (error) {
        if (signal?.aborted === true) throw error;
        const failed = error instanceof Error ? error.message : String(error);
        if (options.onFailure === "local") return { failed };
        throw new CompactError("REMOTE_COMPACTION_FAILED", failed, { cause: error });
      }
    },
  };
}

const tokensOf = <W extends object>(meter: ItemMeter<W>, items: readonly W[]): number =>
  items.reduce((sum, item) => sum + meter.tokens(item), 0);

function checkedList<W extends object>(
  made: readonly W[],
  { items, meter }: { readonly items: readonly W[]; readonly meter: ItemMeter<W> },
): readonly W[] {
  const given: unknown = made;
  if (!Array.isArray(given) || given.length === 0 || !given.every(isRecord))
    throw new Error("The provider's window is empty or not a list of items; it was not used.");
  const [before, after] = [tokensOf(meter, items), tokensOf(meter, made)];
  if (after >= before)
    throw new Error(
      `The provider's window (${after} tokens) is not smaller than the list (${before}); it was not used.`,
    );
  return made;
}

import { CompactError } from "plimsoll";
import type { Recall, RecallText, ReadOptions } from "plimsoll/recall";

const DEFAULT_LIMIT = 10;

/** Several archives of one conversation as one, without duplicates. */
export function joinedRecall(recalls: readonly Recall[]): Recall {
  return {
    async search(query, options = {}) {
      const hits = await Promise.all(recalls.map((recall) => recall.search(query, options)));
      const best = hits.flat().toSorted((a, b) => b.score - a.score);
      return distinct(best, ({ id, line }) => `${id} ${line}`).slice(0, options.limit ?? DEFAULT_LIMIT);
    },
    read: (id, options) => readFirst(recalls, id, options),
    async list({ limit = DEFAULT_LIMIT, offset = 0 } = {}) {
      const start = Math.max(0, offset);
      const entries = await Promise.all(recalls.map((recall) => recall.list({ limit: start + limit })));
      return distinct(entries.flat(), ({ id }) => id).slice(start, start + limit);
    },
  };
}

function distinct<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
  return [...new Map(entries.toReversed().map((entry) => [keyOf(entry), entry])).values()].reverse();
}

async function readFirst(
  recalls: readonly Recall[],
  id: string,
  options: ReadOptions | undefined,
): Promise<RecallText> {
  let failure: unknown = new CompactError("UNKNOWN_ITEM", `The archive has no item "${id.slice(0, 80)}".`);
  for (const recall of recalls) {
    try {
      return await recall.read(id, options);
    } catch (error) {
      if (!CompactError.isInstance(error) || error.code !== "UNKNOWN_ITEM") throw error;
      failure = error;
    }
  }
  throw failure;
}

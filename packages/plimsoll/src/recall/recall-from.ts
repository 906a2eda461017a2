import type { Recall } from "./recall.js";

/**
 * A recall that is asked for when it is used: for tools that an agent gets before its conversation is known, such as
 * `recallTools(recallFrom(() => manager.recall(sessionId)))`.
 */
export function recallFrom(open: () => Recall | Promise<Recall>): Recall {
  return {
    search: async (query, options) => (await open()).search(query, options),
    read: async (id, options) => (await open()).read(id, options),
    list: async (options) => (await open()).list(options),
  };
}

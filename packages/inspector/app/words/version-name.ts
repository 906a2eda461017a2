import type { Words } from "./use-words.ts";

/** What a compaction is called: its summary counts. Before the first summary one may only shorten and leave out. */
export const versionName = (version: number, { say }: Words): string =>
  version > 0 ? `v${version}` : say("withoutSummary");

export type SessionTab =
  | "load-line"
  | "transcript"
  | "window"
  | "compactions"
  | "ledgers"
  | "artifacts"
  | "compare";

const encoded = (id: string): string => encodeURIComponent(id.toWellFormed());

export const sessionRoute = (id: string, tab: SessionTab = "load-line", rest = ""): string =>
  `/sessions/${encoded(id)}/${tab}${rest === "" ? "" : `/${encoded(rest)}`}`;

export const compactionRoute = (id: string, compaction: string): string =>
  sessionRoute(id, "compactions", compaction);

export const artifactRoute = (id: string, artifact: string): string =>
  sessionRoute(id, "artifacts", artifact);

/** The transcript, opened at an item. */
export const itemRoute = (id: string, item: string): string => sessionRoute(id, "transcript", item);

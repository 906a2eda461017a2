import { RECALL_ANNOTATIONS, RECALL_TOOL_DESCRIPTIONS, type RecallToolDescription } from "plimsoll/recall";

/** What a client is told of the server as a whole. */
export const INSTRUCTIONS: string =
  "Reads back what a compaction removed from a conversation, and the full tool outputs behind shortened ones. " +
  "Ask recall_search a question, or search for words, names, paths or ids. Read with recall_read, using the item_… and art_… ids in search results, " +
  "summaries and shortened outputs.";

const SESSION = {
  type: "string",
  description:
    "an archived session; pass it only if the server asks for one. By default the server reads this conversation",
};

const REMEMBERED_TOOL: RecallToolDescription = {
  name: "what_is_remembered",
  title: "Show what is still in the context",
  description:
    "Shows what the model still sees of the session after its last compaction: pinned items, summary, recent items.",
  parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
  annotations: RECALL_ANNOTATIONS,
};

/** A tool as clients are told of it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Record<string, unknown>;
  readonly annotations: { readonly title: string } & RecallToolDescription["annotations"];
}

/** The tools as clients are told of them. */
export const TOOLS: readonly ListedTool[] = [...RECALL_TOOL_DESCRIPTIONS, REMEMBERED_TOOL].map(
  ({ parameters, annotations, title, ...tool }) => ({
    ...tool,
    title,
    inputSchema: { ...parameters, properties: { ...(parameters["properties"] as object), session: SESSION } },
    annotations: { title, ...annotations },
  }),
);

export function serverInfo(version: string): { readonly name: string; readonly version: string } {
  return { name: "plimsoll-recall", version };
}

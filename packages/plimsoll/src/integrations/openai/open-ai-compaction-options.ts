import type { CompactionOptions } from "../core/compaction-options.js";

export interface OpenAiCompactionOptions extends Omit<CompactionOptions<object>, "format"> {
  /** The session of a request, by its body. @default found by the content of the conversation */
  readonly sessionId?: string | ((body: Readonly<Record<string, unknown>>) => string | undefined);
}

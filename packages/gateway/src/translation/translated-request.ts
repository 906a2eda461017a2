import type { Turn } from "./turn.js";

/** A tool as every upstream knows it: a function with a flat name. */
export interface FunctionTool {
  /** `[A-Za-z_][A-Za-z0-9_-]{0,63}`; no two tools of a request share one. */
  readonly name: string;
  readonly description: string;
  /** A JSON schema of `type: "object"` with `properties`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly strict?: boolean;
}

export type ToolChoice = "auto" | "none" | "required" | { readonly name: string };

export type OutputFormat =
  | { readonly type: "json_object" }
  | {
      readonly type: "json_schema";
      readonly name: string;
      readonly schema: Readonly<Record<string, unknown>>;
      readonly strict?: boolean;
    };

export interface WebSearch {
  readonly allowedDomains?: readonly string[];
  readonly userLocation?: Readonly<Record<string, unknown>>;
  readonly contextSize?: string;
}

/** A Responses request, ready to be written in any other protocol. */
export interface TranslatedRequest {
  /** The upstream's name of the model. */
  readonly model: string;
  readonly turns: readonly Turn[];
  readonly tools: readonly FunctionTool[];
  readonly toolChoice: ToolChoice;
  /** Absent: as the upstream does by itself. */
  readonly parallelCalls?: boolean;
  /** Absent: as much as the upstream gives; protocols that need a number use `outputReserve`. */
  readonly maxOutputTokens?: number;
  /** Tokens that the route keeps free for the answer. */
  readonly outputReserve: number;
  readonly temperature?: number;
  readonly topP?: number;
  /** `none`, `minimal`, `low`, `medium`, `high`, `xhigh`, `max`; absent: as the upstream does by itself. */
  readonly effort?: string;
  readonly outputFormat?: OutputFormat;
  readonly verbosity?: string;
  /** Present if the client asks for web search and the route allows it. */
  readonly webSearch?: WebSearch;
  /** Stable for one conversation, for upstreams that route by it. */
  readonly cacheKey?: string;
}

import type { WireRecord } from "../../wire-record.js";

/** Numbers that a refusal for length names. */
export interface OverflowNumbers {
  readonly window: number;
  readonly prompt: number;
  /** The bound of the answer that the request set; 0 if it set none. */
  readonly answer: number;
}

/** What a vendor's server refuses, in its own words, and how it streams. */
export interface ChatProfile {
  /** Roles that it takes besides `user`, `assistant` and `tool`. */
  readonly instructions: readonly ("system" | "developer")[];
  readonly refusedRole?: string;
  /** A template that takes one system message, at the beginning, and roles in turns. */
  readonly strictTemplate?: boolean;
  /** What an image is refused with; absent: the model sees. `%d` is the place of the message. */
  readonly refusedImage?: string;
  /** An image must be inline. */
  readonly refusedImageAddress?: string;
  /** It thinks unless it is told not to. */
  readonly thinks: boolean;
  /** What a call without its reasoning is refused with while the model thinks. `%d` is the place of the message. */
  readonly missingReasoning?: string;
  readonly reasoningInput?: readonly string[];
  /** What a forced tool choice is refused with while the model thinks; `%s` is the choice. */
  readonly forcedChoice?: string;
  readonly refusedNamedChoice?: string;
  readonly emptyText?: string;
  /** The result of a tool may be a list of texts. */
  readonly toolParts?: boolean;
  readonly refusedArguments?: string;
  readonly refusedSchema?: string;
  readonly refusedJsonObject?: string;
  /** `json_object` needs the word in the prompt. */
  readonly jsonWord?: string;
  /** What a `temperature` is refused with; `%s` is its value. */
  readonly fixedSampling?: string;
  /** Parameters that are refused, each with the words for it. */
  readonly refusedParameters?: Readonly<Record<string, string>>;
  /** Parameters besides the common ones; anything else is refused as unknown. Absent: unknown ones are ignored. */
  readonly onlyParameters?: readonly string[];
  /** The type of the tool by which it searches the web. Absent: it has none. */
  readonly searchTool?: "builtin_function" | "web_search" | "openrouter:web_search";
  /** What that tool is refused with while the model thinks. */
  readonly searchWhileThinking?: string;
  /** How a prompt over the window is refused. Absent: its oldest messages are dropped without a word. */
  readonly overflow?: (numbers: OverflowNumbers) => string;
  /** Fields of the error for length, besides its message. */
  readonly overflowFields?: WireRecord;
  /** The window holds the prompt and the bound of the answer. */
  readonly shared?: boolean;
  /** The body of a refusal. */
  readonly errorShape: "openai" | "glm" | "minimax" | "mimo" | "ollama" | "vllm";
  /** Where thoughts are streamed. */
  readonly reasoningOutput: "reasoning_content" | "reasoning" | "reasoning_details" | "think" | "none";
  /** How calls are streamed: in pieces, with id and name in every piece, whole, or whole without an index. */
  readonly callStyle: "pieces" | "repeated" | "whole" | "unindexed";
  /** Where usage is told; `asked`: in a chunk of its own, if `stream_options` ask for it. */
  readonly usage: "asked" | "always" | "choice";
  readonly done: boolean;
  readonly needsKey: boolean;
}

import type { JsonRecord } from "../../json/json-record.js";

/** A block of content, as the API knows it. */
export type Block = JsonRecord & { readonly type: string };

/** A message under construction: consecutive turns of one role are one message. */
export interface AnthropicMessage {
  readonly role: "user" | "assistant";
  readonly content: Block[];
}

export const isThinking = (block: Block | undefined): boolean =>
  block?.type === "thinking" || block?.type === "redacted_thinking";

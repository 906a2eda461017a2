import type { UpstreamFault } from "./upstream-fault.js";

/** A part of what a scripted model answers, whatever protocol it speaks. A string is text. */
export type ScriptedPart =
  | string
  /** Signed by the server, as the vendor does. Without a text only the signature is sent. */
  | { readonly type: "thinking"; readonly text: string }
  /** Thinking that nobody may read; Gemini has none. */
  | { readonly type: "redacted_thinking" }
  | {
      readonly type: "call";
      readonly name: string;
      readonly arguments?: Readonly<Record<string, unknown>>;
      /** @default numbered in order */
      readonly id?: string;
    }
  /** The vendor searches the web, and the text before it is not yet the end. */
  | {
      readonly type: "search";
      readonly query: string;
      readonly sources: readonly { readonly url: string; readonly title: string }[];
    };

/** What a scripted model answers, and how it ends. */
export interface ScriptedAnswer {
  readonly parts: readonly ScriptedPart[];
  /** The vendor's own word: `max_tokens`, `SAFETY`, `pause_turn`. @default as the parts demand */
  readonly finish?: string;
  /** Reported instead of what was counted, under the vendor's own names. */
  readonly usage?: Readonly<Record<string, unknown>>;
  /** Chat only: nothing is reported. */
  readonly withoutUsage?: boolean;
  /** What goes wrong instead, or in the middle. */
  readonly fault?: UpstreamFault;
}

/** The calls among the parts. */
export function callsOf(parts: readonly ScriptedPart[]): Extract<ScriptedPart, { readonly type: "call" }>[] {
  return parts.filter((part) => typeof part !== "string" && part.type === "call");
}

/** Everything that is said, thought and called, which is what an answer costs. */
export function answerText(parts: readonly ScriptedPart[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      if (part.type === "call") return `${part.name}${JSON.stringify(part.arguments ?? {})}`;
      return part.type === "thinking" ? part.text : "";
    })
    .join("\n");
}

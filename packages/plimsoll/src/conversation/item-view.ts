/** Who speaks. `tool` is an item that only carries tool results. */
export type Role = "system" | "developer" | "user" | "assistant" | "tool";

/** One tool call inside an item. */
export interface ToolCallView {
  /**
   * The id that its result refers to; empty if the wire format has none (older Gemini). Then `name` pairs them.
   */
  readonly callId: string;
  readonly name: string;
  /** The arguments as the wire has them: a JSON string, or the raw input of a custom tool. */
  readonly arguments: string;
  /** Other ids by which a result may name it. */
  readonly aliases?: readonly string[];
  /** Nobody has to answer it: the provider carries it out itself, a person decides, or it was not well-formed. */
  readonly mayStayOpen?: boolean;
}

/** One tool result inside an item. */
export interface ToolResultView {
  readonly callId: string;
  /** The tool's name if the format repeats it on the result, otherwise empty. */
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
  /** The call, if the same item makes and answers it, as the provider's own tools do: it pairs with nothing else. */
  readonly ownCall?: ToolCallView;
}

/** Content that costs tokens but is not read as text. */
export interface AttachmentView {
  readonly kind: "image" | "audio" | "file" | "encrypted" | "unknown";
  /** Length of the payload on the wire, in characters (base64, ciphertext, JSON). */
  readonly characters: number;
  /** The requested detail of an image: `low`, `high`, `auto`… Empty if absent. */
  readonly detail: string;
}

/**
 * What the engine knows about one item. A view describes the item and never replaces it: a kept item is returned
 * as the caller's own object.
 */
export interface ItemView {
  readonly role: Role;
  /** The text a model reads as the message; empty for pure calls, results and reasoning. */
  readonly text: string;
  /** Readable reasoning (a summary or thinking text); empty when there is none. */
  readonly reasoning: string;
  readonly calls: readonly ToolCallView[];
  readonly results: readonly ToolResultView[];
  readonly attachments: readonly AttachmentView[];
  /** The item is refused by the provider unless the next item follows it (a reasoning item). */
  readonly bindsNext: boolean;
  /** Opaque provider state (an encrypted compaction item): sent back unchanged, never dropped or read. */
  readonly providerState: boolean;
  /** The item's free metadata, if the format has any; read for the protected flag. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** A part of the item is unknown and may be a call: a result without another call belongs to it. */
  readonly mayCall?: boolean;
  /** Its provider can keep the conversation: a result may answer a call that is not in the list. @default false */
  readonly mayAnswerServer?: boolean;
}

/** A view of an item of nothing, to be spread into: `{ ...EMPTY_VIEW, role: "user", text }`. */
export const EMPTY_VIEW: ItemView = Object.freeze({
  role: "assistant",
  text: "",
  reasoning: "",
  calls: [],
  results: [],
  attachments: [],
  bindsNext: false,
  providerState: false,
  meta: {},
});

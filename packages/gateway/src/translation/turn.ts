import type { ReasoningPayload } from "./reasoning-payload.js";

/** A piece of content, whatever protocol carries it. */
export type Part = TextPart | ImagePart | FilePart | AudioPart;

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

export interface ImagePart {
  readonly type: "image";
  /** A `data:` URL, or an address that the upstream may fetch; this gateway never does. */
  readonly url: string;
  readonly detail?: string;
}

export interface FilePart {
  readonly type: "file";
  readonly name?: string;
  /** A `data:` URL, or an address that the upstream may fetch. */
  readonly url: string;
}

export interface AudioPart {
  readonly type: "audio";
  /** Base64. */
  readonly data: string;
  readonly format: string;
}

/** A call of a tool, by the name under which the upstream knows it. */
export interface Call {
  readonly id: string;
  readonly name: string;
  /** A JSON object as text: arguments that were none are wrapped as `{"_raw": …}`. */
  readonly arguments: string;
}

export interface CallResult {
  /** The id and the name of the call. */
  readonly id: string;
  readonly name: string;
  /** At least one part. */
  readonly parts: readonly Part[];
}

export interface Reasoning {
  /** What the client was shown of it; may be empty. */
  readonly text: string;
  /** What the provider wants back, if it came from the provider that is asked now. */
  readonly payload?: ReasoningPayload;
}

/** Instructions of the application: the system prompt first, developer messages where they stand. */
export interface SystemTurn {
  readonly role: "system";
  readonly text: string;
}

export interface UserTurn {
  readonly role: "user";
  /** At least one. */
  readonly parts: readonly Part[];
}

/** One step of the model: what it thought, said and called. */
export interface AssistantTurn {
  readonly role: "assistant";
  readonly reasoning: readonly Reasoning[];
  readonly text: string;
  /** If there are any, the next turn holds their results and nothing else. */
  readonly calls: readonly Call[];
}

/** The results of all calls of the turn before, in the order of the calls. */
export interface ResultsTurn {
  readonly role: "results";
  readonly results: readonly CallResult[];
}

/**
 * One step of a conversation between Responses items and the protocol of an upstream. A list of turns is whole: every call
 * has its result in the next turn, every result its call, no two calls of a list share an id, and no turn is empty.
 */
export type Turn = SystemTurn | UserTurn | AssistantTurn | ResultsTurn;

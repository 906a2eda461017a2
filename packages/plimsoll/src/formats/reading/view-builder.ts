import { isRecord } from "../../text/is-record.js";
import {
  type AttachmentView,
  EMPTY_VIEW,
  type ItemView,
  type Role,
  type ToolCallView,
  type ToolResultView,
} from "../../conversation/item-view.js";
import { jsonText } from "../../text/json-text.js";
import type { WireRecord } from "./wire-record.js";

/** Properties of an item as a whole. */
export type ViewTraits = Partial<Pick<ItemView, "bindsNext" | "providerState" | "meta">>;

/** Collects the pieces of one item; unknown pieces become an `unknown` attachment. */
export class ViewBuilder {
  readonly calls: ToolCallView[] = [];
  readonly results: ToolResultView[] = [];
  readonly attachments: AttachmentView[];
  readonly #texts: string[] = [];
  readonly #reasoning: string[] = [];
  #understood = true;

  constructor(attachments: AttachmentView[] = []) {
    this.attachments = attachments;
  }

  /** A builder for the content of a tool result: its own text, the same attachments. */
  nested(): ViewBuilder {
    return new ViewBuilder(this.attachments);
  }

  get text(): string {
    return this.#texts.join("\n");
  }

  addText(value: unknown): void {
    if (typeof value !== "string") this.addUnknown(value);
    else if (value !== "") this.#texts.push(value);
  }

  addReasoning(value: unknown): void {
    if (typeof value !== "string") this.addUnknown(value);
    else if (value !== "") this.#reasoning.push(value);
  }

  addAttachment(kind: AttachmentView["kind"], payload: unknown, detail: unknown = ""): void {
    this.attachments.push({
      kind,
      characters: jsonText(payload).length,
      detail: typeof detail === "string" ? detail : "",
    });
  }

  addUnknown(value: unknown): void {
    if (value === undefined || value === null) return;
    this.#understood = false;
    this.addOpaque(value);
  }

  /** Adds a piece that is certainly not a waiting call, counted by its length without reading it. */
  addOpaque(value: unknown): void {
    this.addAttachment("unknown", value);
  }

  view(role: Role, traits: ViewTraits = {}): ItemView {
    return {
      role,
      text: this.text,
      reasoning: this.#reasoning.join("\n"),
      calls: this.calls,
      results: this.results,
      attachments: this.attachments,
      bindsNext: traits.bindsNext ?? false,
      providerState: traits.providerState ?? false,
      meta: traits.meta ?? EMPTY_VIEW.meta,
      ...(this.#understood || role !== "assistant" ? {} : { mayCall: true }),
    };
  }
}

/** True for content that a message may have: a text or a list of parts. */
export function isMessageContent(content: unknown): boolean {
  return typeof content === "string" || Array.isArray(content);
}

/** The view of an item that a format does not know: counted whole, never read. It may be a call. */
export function unknownView(wire: unknown, rest: Partial<ItemView> = {}): ItemView {
  const view = opaqueView(wire, rest);
  return view.role === "assistant" && !view.providerState ? { ...view, mayCall: true } : view;
}

/** The view of an item that is known for no call, and is not read. */
export function opaqueView(wire: unknown, rest: Partial<ItemView> = {}): ItemView {
  const characters = jsonText(wire).length;
  return { ...EMPTY_VIEW, attachments: [{ kind: "unknown", characters, detail: "" }], ...rest };
}

/** Runs `read` on any value; a value that is not an object, or throws on access, becomes an unknown item. */
export function safeView(wire: unknown, read: (record: WireRecord) => ItemView): ItemView {
  try {
    return isRecord(wire) ? read(wire) : unknownView(wire);
  } catch {
    return unknownView(wire);
  }
}

/** The view of a format whose provider can keep the conversation. */
export const keptByServer = (view: ItemView): ItemView =>
  view.results.length === 0 ? view : { ...view, mayAnswerServer: true };

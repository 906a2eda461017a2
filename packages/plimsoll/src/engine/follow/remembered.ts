import type { ItemView } from "../../conversation/item-view.js";
import { oneLine } from "../../text/one-line.js";
import type { SummaryMessage } from "../../facts/checkpoint/summary-message.js";

/** One item that the model still sees, in short. */
export interface RememberedItem {
  readonly role: string;
  readonly tokens: number;
  readonly text: string;
}

/** What the model still sees of a session, in readable form. */
export interface Remembered {
  readonly sessionId: string;
  /** Version of the summary in the window; 0 if there is none. */
  readonly version: number;
  readonly summary: string;
  /** Never leaves: system items and protected ones. */
  readonly pinned: readonly RememberedItem[];
  /** The rest, in order. */
  readonly recent: readonly RememberedItem[];
  readonly tokens: number;
}

export interface RememberInput {
  readonly sessionId: string;
  /** The summary among the entries. */
  readonly summary?: (SummaryMessage & { readonly index: number }) | undefined;
  readonly entries: readonly { readonly view: ItemView; readonly tokens: number; readonly pinned: boolean }[];
}

const MAX_TEXT = 400;

/** Describes a window by its layers: pinned, summary, recent. */
export function describeWindow(input: RememberInput): Remembered {
  const { entries, summary } = input;
  // What the provider encrypted is its own: it is no memory of anybody's, and cannot be read.
  const others = entries.filter(({ view }, index) => index !== summary?.index && !view.providerState);
  return {
    sessionId: input.sessionId,
    version: summary?.version ?? 0,
    summary: summary?.body ?? "",
    pinned: others.filter((entry) => entry.pinned).map(shorten),
    recent: others.filter((entry) => !entry.pinned).map(shorten),
    tokens: input.entries.reduce((sum, entry) => sum + entry.tokens, 0),
  };
}

function shorten({ view, tokens }: { readonly view: ItemView; readonly tokens: number }): RememberedItem {
  return { role: view.role, tokens, text: oneLine(describeItem(view), MAX_TEXT) };
}

/** An item as one text: its words, its calls, its results. */
export function describeItem(view: ItemView): string {
  return [
    view.text,
    view.reasoning === "" ? "" : `(reasoning) ${view.reasoning}`,
    ...view.calls.map((call) => `${call.name}(${call.arguments})`),
    ...view.results.map((result) => `→ ${result.text}`),
    ...view.attachments.map((attachment) => `[${attachment.kind}, ${attachment.characters} characters]`),
  ]
    .filter((part) => part !== "")
    .join(" ");
}

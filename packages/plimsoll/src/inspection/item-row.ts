import type { ItemView } from "../conversation/item-view.js";
import { readSummary } from "../facts/checkpoint/summary-message.js";
import type { Redactor } from "../redaction/redactor.js";

export type ItemKind = "message" | "call" | "result" | "reasoning" | "summary" | "other";

/** One item, in short. */
export interface ItemRow {
  readonly id: string;
  readonly role: string;
  readonly kind: ItemKind;
  /** The first characters of what it says. */
  readonly text: string;
  readonly characters: number;
  readonly calls: readonly { readonly callId: string; readonly name: string; readonly arguments: string }[];
  readonly results: readonly {
    readonly callId: string;
    readonly text: string;
    readonly characters: number;
    readonly isError: boolean;
  }[];
  readonly attachments: readonly { readonly kind: string; readonly characters: number }[];
  /** An estimate. */
  readonly tokens: number;
}

const MAX_TEXT = 1200;
/** Enough around the end of what is shown for a secret to be recognised. */
const READ_TEXT = 4000;
const MAX_PARTS = 20;

/** How items are shown in lists: bounded, and without secrets. */
export interface RowMaker {
  readonly redactor: Redactor;
  tokens(item: object): number;
  view(item: object): ItemView;
}

export function itemRow(id: string, item: object, { redactor, tokens, view }: RowMaker): ItemRow {
  const seen = view(item);
  const short = (text: string): string => redactor.text(text.slice(0, READ_TEXT)).slice(0, MAX_TEXT);
  const text = seen.text === "" ? seen.reasoning : seen.text;
  return {
    id,
    role: seen.role,
    kind: kindOf(seen),
    text: short(text),
    characters: text.length,
    calls: seen.calls
      .slice(0, MAX_PARTS)
      .map((call) => ({ callId: call.callId, name: short(call.name), arguments: short(call.arguments) })),
    results: seen.results.slice(0, MAX_PARTS).map((result) => ({
      callId: result.callId,
      text: short(result.text),
      characters: result.text.length,
      isError: result.isError,
    })),
    attachments: seen.attachments.slice(0, MAX_PARTS).map(({ kind, characters }) => ({ kind, characters })),
    tokens: tokens(item),
  };
}

function kindOf(view: ItemView): ItemKind {
  if (readSummary(view) !== undefined) return "summary";
  if (view.results.length > 0) return "result";
  if (view.calls.length > 0) return "call";
  if (view.text !== "") return "message";
  return view.reasoning === "" ? "other" : "reasoning";
}

import { largestWhere } from "../../collections/largest-where.js";
import { excerptOf } from "../../tool-outputs/excerpt.js";
import type { Engine } from "../engine.js";

/** Deeper than any format keeps the text and the parts of a message. */
const MAX_DEPTH = 8;
/** Attachments leave if the text would get less than this share of the room. */
const LEAST_TEXT_SHARE = 0.25;
/** A part of the text that is shorter than this share of it is not worth cutting. */
const LEAST_PART_SHARE = 1 / 64;

type Tools<W extends object> = Pick<Engine<W>, "meter" | "format" | "storage" | "redactor">;

interface Cut {
  readonly tokens: number;
  readonly reference: string;
}

/**
 * An item with the beginning and end of its text, and a mark in between that says how much is missing and where
 * to read it; the same item if it fits. Everything else in the item stays, attachments as long as they fit.
 */
export function excerptItem<W extends object>(tools: Tools<W>, item: W, tokens: number): W {
  if (tools.meter.tokens(item) <= tokens) return item;
  const cut = { tokens, reference: textReference(tools, item) };
  return (
    withCutText(tools, item, cut) ?? withFewerAttachments(tools, item, cut) ?? textAlone(tools, item, cut)
  );
}

/** The artifact with the whole text that the mark in a cut message names. */
function textReference<W extends object>(
  { meter, storage, redactor }: Pick<Engine<W>, "meter" | "storage" | "redactor">,
  item: W,
): string {
  return storage.artifactId(redactor.text(meter.view(item).text));
}

/** Cuts the longest texts of an item, one after the other; undefined if that is not enough. */
function withCutText<W extends object>(
  { meter, format }: Tools<W>,
  item: W,
  { tokens, reference, note = "" }: Cut & { readonly note?: string },
): W | undefined {
  const view = meter.view(item);
  const fixed = meter.tokens(item) - meter.text(view.text);
  const isCrowded = tokens - fixed < Math.min(tokens * LEAST_TEXT_SHARE, meter.text(view.text));
  if (view.attachments.length > 0 && isCrowded) return undefined;
  let cut = item;
  let rest = note;
  for (const text of textsOf(item, view.text)) {
    const room = tokens - (meter.tokens(cut) - meter.text(text)) - meter.text(rest);
    const options = { maxTokens: Math.max(1, room), count: (part: string) => meter.text(part), reference };
    const changed = withValue(cut, { from: text, to: excerptOf(text, options) + rest }, 0) as W;
    if (format.view(changed).role !== view.role) continue;
    cut = changed;
    rest = "";
    if (meter.tokens(cut) <= tokens) return cut;
  }
  return undefined;
}

/** The texts that make up most of an item's readable text, longest first. */
function textsOf(item: object, whole: string): string[] {
  const least = Math.max(1, whole.length * LEAST_PART_SHARE);
  const found = new Set<string>();
  walk(item, 0, (value) => {
    if (typeof value === "string" && value.length >= least && value.length <= whole.length) found.add(value);
  });
  return [...found].filter((text) => whole.includes(text)).sort((a, b) => b.length - a.length);
}

/**
 * As many of the first attachments as fit, with a note about the rest; undefined if they cannot be separated.
 */
function withFewerAttachments<W extends object>(tools: Tools<W>, item: W, cut: Cut): W | undefined {
  const parts = attachmentParts(tools, item);
  if (!parts) return undefined;
  const keeping = (count: number): W | undefined => {
    const gone = new Set(parts.attachments.slice(count));
    const to = parts.list.filter((_, index) => !gone.has(index));
    const fewer = withValue(item, { from: parts.list, to }, 0) as W;
    return withCutText(tools, fewer, { ...cut, note: `\n[${gone.size} attachments left out]` });
  };
  const most = largestWhere(0, parts.attachments.length - 1, (count) => keeping(count) !== undefined);
  return most < 0 ? undefined : keeping(most);
}

/** The list of parts that holds the attachments of an item, and the positions of those that are attachments alone. */
function attachmentParts<W extends object>(
  { format }: Tools<W>,
  item: W,
): { readonly list: readonly unknown[]; readonly attachments: readonly unknown[] } | undefined {
  const lists: unknown[][] = [];
  walk(item, 0, (value) => {
    if (Array.isArray(value) && !lists.includes(value)) lists.push(value);
  });
  for (const list of lists.slice(0, MAX_DEPTH)) {
    const isAttachment = (index: number): boolean => {
      const alone = format.view(withValue(item, { from: list, to: [list[index]] }, 0) as W);
      return alone.attachments.length > 0 && alone.text === "" && alone.results.length === 0;
    };
    const attachments = [...list.keys()].filter(isAttachment);
    if (attachments.length > 0) return { list, attachments };
  }
  return undefined;
}

/** A message of the same role with only the text, and a note about the rest. */
function textAlone<W extends object>({ meter, format }: Tools<W>, item: W, { tokens, reference }: Cut): W {
  const { role, text, attachments } = meter.view(item);
  const note = attachments.length === 0 ? "" : `\n[${attachments.length} attachments left out]`;
  const overhead = meter.tokens(format.message(role, note));
  const count = (part: string): number => meter.text(part);
  const part = excerptOf(text, { maxTokens: Math.max(1, tokens - overhead), count, reference });
  return format.message(role, part + note);
}

function walk(value: unknown, depth: number, found: (value: unknown) => void): void {
  found(value);
  if (depth >= MAX_DEPTH || typeof value !== "object" || value === null) return;
  for (const part of Object.values(value)) walk(part, depth + 1, found);
}

/**
 * A copy, of the same class, with one value replaced everywhere; the same object if the value does not occur.
 */
function withValue(
  value: unknown,
  change: { readonly from: unknown; readonly to: unknown },
  depth: number,
): unknown {
  if (value === change.from) return change.to;
  if (depth >= MAX_DEPTH || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const parts = value.map((part: unknown) => withValue(part, change, depth + 1));
    return parts.some((part, index) => part !== value[index]) ? parts : value;
  }
  const changed = Object.entries(value)
    .map(([key, part]) => [key, part, withValue(part, change, depth + 1)] as const)
    .filter(([, before, after]) => before !== after);
  if (changed.length === 0) return value;
  const copy = Object.create(Object.getPrototypeOf(value) as object | null) as object;
  return Object.assign(copy, value, Object.fromEntries(changed.map(([key, , after]) => [key, after])));
}

import { isRecord } from "../../text/is-record.js";
import { parseJson } from "../../text/parse-json.js";
import type { Problem } from "../../validation/problem.js";
import { readShape } from "../../validation/read-shape.js";
import type { Shape } from "../../validation/shape.js";
import {
  type CheckpointDelta,
  DELTA_SECTIONS,
  type DeltaEntry,
  type DeltaSupersession,
} from "./checkpoint-delta.js";

const MAX_JSON_CHARACTERS = 2_000_000;
const MAX_JSON_DEPTH = 12;
const MAX_ENTRIES = 200;
const MAX_ITEMS = 50;
const MAX_TEXT_CHARACTERS = 2_000;
const MAX_DETAIL_CHARACTERS = 500;
const MAX_ITEM_CHARACTERS = 200;

/** The usable part of a model's answer. */
export interface ReadDelta {
  readonly delta: CheckpointDelta;
  /** Entries that were invalid, too large, or too many. */
  readonly dropped: number;
}

const ENTRY: Shape = {
  kind: "object",
  others: "left out",
  fields: {
    section: DELTA_SECTIONS,
    text: { kind: "text", max: MAX_TEXT_CHARACTERS },
    "detail?": { kind: "text", max: MAX_DETAIL_CHARACTERS },
    "items?": {
      kind: "list",
      of: { kind: "either", of: [{ kind: "text", max: MAX_ITEM_CHARACTERS }, "number"] },
      max: MAX_ITEMS,
    },
  },
};

const SUPERSESSION: Shape = {
  kind: "object",
  others: "left out",
  fields: {
    id: { kind: "text", min: 1, max: MAX_ITEM_CHARACTERS },
    "by?": { kind: "text", max: MAX_TEXT_CHARACTERS },
  },
};

function deltaEntry(value: unknown): DeltaEntry | undefined {
  const entry = readWhole<Partial<DeltaEntry> & Pick<DeltaEntry, "section" | "text">>(ENTRY, value);
  if (entry === undefined || oneLine(entry.text) === "") return undefined;
  const { section, text, detail = "", items = [] } = entry;
  return { section, text: oneLine(text), detail: oneLine(detail), items: items.map(String) };
}

function deltaSupersession(value: unknown): DeltaSupersession | undefined {
  const entry = readWhole<{ id: string; by?: string }>(SUPERSESSION, value);
  return entry && { id: entry.id, by: oneLine(entry.by ?? "") };
}

/** The value if all of it is right; a null counts as absent, as models write it. */
function readWhole<T>(shape: Shape, value: unknown): T | undefined {
  const problems: Problem[] = [];
  const given = isRecord(value)
    ? Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
    : value;
  const read = readShape(shape, given, { path: "", problems });
  return problems.length === 0 ? (read as T) : undefined;
}

/** A model's claim takes one line of a summary, so it cannot imitate a heading or a separate entry. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * Reads a delta from a model's answer, which may contain other words. Skips and counts invalid parts. Undefined
 * if the answer is not a delta, such as prose.
 */
export function readDelta(answer: string): ReadDelta | undefined {
  const value = parseObject(answer);
  if (value === undefined || !DELTA_KEYS.some((key) => Object.hasOwn(value, key))) return undefined;
  const added = readEach(deltaEntry, own(value, "added"));
  const superseded = readEach(deltaSupersession, own(value, "superseded"));
  const texts = [own(value, "objective"), own(value, "activeWork")].map((text) => readLine(text));
  const [objective, activeWork] = texts;
  return {
    delta: {
      objective: objective ?? "",
      activeWork: activeWork ?? "",
      added: added.entries,
      superseded: superseded.entries,
    },
    dropped: added.dropped + superseded.dropped + texts.filter((text) => text === undefined).length,
  };
}

const DELTA_KEYS = ["objective", "activeWork", "added", "superseded"] as const;

const own = (value: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;

function parseObject(answer: string): Readonly<Record<string, unknown>> | undefined {
  const start = answer.indexOf("{");
  const end = answer.lastIndexOf("}");
  if (start < 0 || end < start || end - start > MAX_JSON_CHARACTERS) return undefined;
  const text = answer.slice(start, end + 1);
  const value = parseJson(text, { maxDepth: MAX_JSON_DEPTH });
  return isRecord(value) ? value : undefined;
}

function readEach<T>(
  read: (entry: unknown) => T | undefined,
  value: unknown,
): { entries: T[]; dropped: number } {
  if (value === undefined || value === null) return { entries: [], dropped: 0 };
  if (!Array.isArray(value)) return { entries: [], dropped: 1 };
  const entries = value.slice(0, MAX_ENTRIES).flatMap((entry): T[] => {
    const usable = read(entry);
    return usable === undefined ? [] : [usable];
  });
  return { entries, dropped: value.length - entries.length };
}

/** Empty if absent, undefined if unusable. */
function readLine(value: unknown): string | undefined {
  if (value === undefined || value === null) return "";
  return typeof value === "string" && value.length <= MAX_TEXT_CHARACTERS ? oneLine(value) : undefined;
}

import { z } from "zod";
import { isRecord } from "../../text/is-record.js";
import { jsonDepthExceeds } from "../../formats/json-depth.js";
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

/** What a model answered, as far as it can be used. */
export interface ReadDelta {
  readonly delta: CheckpointDelta;
  /** Entries that were not what the schema says, were too large, or too many. */
  readonly dropped: number;
}

const line = (max: number): z.ZodType<string> => z.string().max(max).transform(oneLine);

const ENTRY: z.ZodType<DeltaEntry> = z.object({
  section: z.enum(DELTA_SECTIONS),
  text: line(MAX_TEXT_CHARACTERS).refine((text) => text !== ""),
  detail: line(MAX_DETAIL_CHARACTERS).nullish().transform(emptyIfMissing),
  items: z
    .array(z.union([z.string().max(200), z.number().transform(String)]))
    .max(MAX_ITEMS)
    .nullish()
    .transform((items) => items ?? []),
});

const SUPERSESSION: z.ZodType<DeltaSupersession> = z.object({
  id: z.string().min(1).max(200),
  by: line(MAX_TEXT_CHARACTERS).nullish().transform(emptyIfMissing),
});

/** A claim of a model takes one line of a summary: it cannot imitate a heading or an entry of its own. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function emptyIfMissing(text: string | null | undefined): string {
  return text ?? "";
}

/**
 * Reads a delta out of a model's answer, which may stand between other words. What is wrong in it is passed over and
 * counted. Undefined for an answer that is no delta, such as prose.
 */
export function readDelta(answer: string): ReadDelta | undefined {
  const value = parseObject(answer);
  if (value === undefined || !DELTA_KEYS.some((key) => Object.hasOwn(value, key))) return undefined;
  const added = readEach(ENTRY, own(value, "added"));
  const superseded = readEach(SUPERSESSION, own(value, "superseded"));
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
  if (jsonDepthExceeds(text, MAX_JSON_DEPTH)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readEach<T>(schema: z.ZodType<T>, value: unknown): { entries: T[]; dropped: number } {
  if (value === undefined || value === null) return { entries: [], dropped: 0 };
  if (!Array.isArray(value)) return { entries: [], dropped: 1 };
  const entries = value.slice(0, MAX_ENTRIES).flatMap((entry): T[] => {
    const read = schema.safeParse(entry);
    return read.success ? [read.data] : [];
  });
  return { entries, dropped: value.length - entries.length };
}

/** Empty where nothing is said, undefined where it is not usable. */
function readLine(value: unknown): string | undefined {
  if (value === undefined || value === null) return "";
  const read = line(MAX_TEXT_CHARACTERS).safeParse(value);
  return read.success ? read.data : undefined;
}

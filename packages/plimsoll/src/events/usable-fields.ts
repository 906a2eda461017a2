import type { EventDraft } from "./compact-event.js";
import { type Problem, unknownName } from "../validation/problem.js";
import { fieldName, readFields } from "../validation/read-shape.js";
import type { Fields, Shape } from "../validation/shape.js";

/** Longer texts are cut: an event is a line, whoever named the parts that it speaks of. */
const MAX_TEXT = 20_000;

/** What a draft says beside the fields of its event. */
const OF_DRAFTS: ReadonlySet<string> = new Set(["event", "severity"]);

/** The fields of an event, and what had to be corrected or left out. */
export interface UsableFields {
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
}

/**
 * The fields of an event as far as they can be told. Some come from parts that the caller brought, so anything may stand
 * in them: a number is brought into its range, a text is cut, and what has no nearest value is left out.
 */
export function usableFields(fields: Fields, draft: EventDraft): UsableFields {
  const given: Readonly<Record<string, unknown>> = draft;
  const problems: Problem[] = [];
  for (const name of Object.keys(given)) {
    const isKnown = Object.hasOwn(fields, name) || Object.hasOwn(fields, `${name}?`) || OF_DRAFTS.has(name);
    if (!isKnown) problems.push(unknownName(name, name, Object.keys(fields).map(fieldName)));
  }
  const values = readFields(fields, given, { path: "", problems, maxText: MAX_TEXT });
  if (problems.length === 0) return { values, problems };
  for (const [key, shape] of Object.entries(fields)) {
    const name = fieldName(key);
    if (Object.hasOwn(values, name) || !problems.some(({ path }) => path === name)) continue;
    const nearest = nearestValue(shape, given, name);
    if (nearest !== undefined) values[name] = nearest;
  }
  return { values, problems };
}

/** The value that comes nearest to a wrong one; undefined if none does. */
function nearestValue(shape: Shape, given: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = valueOf(given, name);
  if (shape === "text") return typeof value === "string" ? `${value.slice(0, MAX_TEXT)}…` : "unknown";
  if (shape === "number") return 0;
  if (shape === "count") return typeof value === "number" ? nearestCount(value) : 0;
  return undefined;
}

function nearestCount(value: number): number {
  return Number.isNaN(value) ? 0 : Math.min(Math.max(0, Math.floor(value)), Number.MAX_SAFE_INTEGER);
}

function valueOf(given: Readonly<Record<string, unknown>>, name: string): unknown {
  try {
    return given[name];
  } catch {
    return undefined;
  }
}

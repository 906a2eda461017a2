import { CompactError } from "../../errors/compact-error.js";
import { isRecord } from "../../text/is-record.js";
import type { Problem } from "../../validation/problem.js";
import { readShape } from "../../validation/read-shape.js";
import type { Fields, Shape } from "../../validation/shape.js";
import { CACHE_LOSS_CAUSES } from "../request/cache-loss-cause.js";
import { RESET_REASONS } from "../request/continuation-miss.js";
import { MAX_MARK_TEXT } from "../request/item-mark.js";
import { EMPTY_WINDOW, type ProviderWindowState, WINDOW_VERSION } from "./provider-window-state.js";
import type { WindowStep } from "./window-step.js";

const MAX_ITEMS = 1_000_000;
const MAX_COMPACTIONS = 100_000;
const MAX_FIELDS = 64;

const text: Shape = { kind: "text", max: 4096 };
const tokens: Shape = { kind: "number", min: 0 };
const hash: Shape = { kind: "text", pattern: /^[0-9a-f]{8,64}$/, be: "8 to 64 hexadecimal digits" };
const object = (fields: Fields): Shape => ({ kind: "object", fields });
const list = (of: Shape): Shape => ({ kind: "list", of, max: MAX_ITEMS });

const mark = object({
  type: { kind: "text", max: MAX_MARK_TEXT },
  "id?": { kind: "text", min: 1, max: MAX_MARK_TEXT },
  hash,
});
const marks = list(mark);
const hidden = list(object({ position: "count", mark, "sealed?": "text" }));
const items = list("record");
const binding = object({ provider: text, account: text });
const shape = object({ hash, fields: { kind: "map", of: hash, max: MAX_FIELDS } });
const usage = { input: tokens, output: tokens, cached: tokens } as const;
const metadata = object({
  id: text,
  ts: "time",
  mode: ["standalone", "trigger", "server"],
  trigger: ["usage", "estimate", "overflow", "manual", "strategy", "server"],
  model: text,
  binding,
  shapeHash: text,
  covered: object({ items: "count", first: text, last: text }),
  compactionItems: "count",
  usage: object(usage),
  payloads: list(object({ hash, bytes: "count" })),
  tokensBefore: tokens,
  tokensAfter: tokens,
  "checkpoint?": text,
});

const STEPS: Readonly<Record<WindowStep["step"], Fields>> = {
  listed: { binding, from: "count", marks, pending: "count" },
  received: {
    responseId: text,
    stored: "flag",
    shape,
    marks,
    "model?": text,
    "usage?": object(usage),
    "loss?": CACHE_LOSS_CAUSES,
    "metadata?": metadata,
  },
  compacting: { covered: "count" },
  replaced: {
    reason: RESET_REASONS,
    head: items,
    covered: "count",
    "hidden?": hidden,
    "metadata?": metadata,
  },
  adopted: {},
  uncovered: {},
  restored: {},
  reset: { reason: RESET_REASONS },
};

const STATE = object({
  version: { kind: "number", whole: true, min: WINDOW_VERSION, max: WINDOW_VERSION, be: `${WINDOW_VERSION}` },
  "binding?": binding,
  list: marks,
  head: items,
  covered: "count",
  "hidden?": hidden,
  "shelf?": object({ head: items, "hidden?": hidden, list: marks }),
  compactionIndexes: list("count"),
  "base?": object({ responseId: text, stored: "flag", shape, prefix: marks }),
  "model?": text,
  sent: marks,
  returned: marks,
  pending: marks,
  "usage?": object({ ...usage, items: "count" }),
  "floor?": tokens,
  "reset?": RESET_REASONS,
  responses: "count",
  compactions: { kind: "list", of: metadata, max: MAX_COMPACTIONS },
  cacheLosses: { kind: "map", of: "count", keys: CACHE_LOSS_CAUSES },
});

/** A stored step of a window; undefined if it is not one. */
export function parseStep(value: unknown): WindowStep | undefined {
  const name = isRecord(value) ? value["step"] : undefined;
  if (typeof name !== "string" || !Object.hasOwn(STEPS, name)) return undefined;
  const problems: Problem[] = [];
  const fields = { step: [name], ...STEPS[name as WindowStep["step"]] };
  const step = readShape(object(fields), value, { path: "", problems });
  return problems.length === 0 ? (step as WindowStep) : undefined;
}

/**
 * A window that was serialized with `JSON.stringify`.
 *
 * @throws CompactError `INVALID_INPUT` that names the field which is not as it should be.
 */
export function parseWindowState(value: unknown): ProviderWindowState {
  const problems: Problem[] = [];
  const state = readShape(STATE, value, { path: "", problems }) as ProviderWindowState;
  const [wrong] = problems;
  const problem = wrong ? describe(wrong) : impossible(state);
  if (problem === undefined) return { ...EMPTY_WINDOW, ...state };
  throw new CompactError("INVALID_INPUT", `This is not a provider window: ${problem}.`, {
    details: { problem },
  });
}

function impossible({ covered, list: known }: ProviderWindowState): string | undefined {
  return covered > known.length ? `it covers ${covered} of ${known.length} items` : undefined;
}

const describe = ({ path, text: said }: Problem): string => `${path === "" ? "it" : `field ${path}`} ${said}`;

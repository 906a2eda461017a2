import { z } from "zod";
import { CompactError } from "../errors/compact-error.js";
import { CACHE_LOSS_CAUSES } from "./cache-loss-cause.js";
import { RESET_REASONS } from "./continuation-miss.js";
import { MAX_MARK_TEXT } from "./item-mark.js";
import { EMPTY_WINDOW, type ProviderWindowState, WINDOW_VERSION } from "./window-state.js";
import type { WindowStep } from "./window-step.js";

const MAX_ITEMS = 1_000_000;
const MAX_COMPACTIONS = 100_000;
const MAX_FIELDS = 64;

const text = z.string().max(4096);
const count = z.int().nonnegative();
const tokens = z.number().nonnegative();
const hash = z.string().regex(/^[0-9a-f]{8,64}$/);
const item = z.record(z.string().max(1024), z.unknown());
const mark = z.strictObject({
  type: z.string().max(MAX_MARK_TEXT),
  id: z.string().min(1).max(MAX_MARK_TEXT).optional(),
  hash,
});
const marks = z.array(mark).max(MAX_ITEMS);
const items = z.array(item).max(MAX_ITEMS);
const binding = z.strictObject({ provider: text, account: text });
const shape = z.strictObject({
  hash,
  fields: z
    .record(text, hash)
    .refine((fields) => Object.keys(fields).length <= MAX_FIELDS, "too many fields"),
});
const reason = z.enum(RESET_REASONS);
const usage = { input: tokens, output: tokens, cached: tokens };
const metadata = z.strictObject({
  id: text,
  ts: z.iso.datetime(),
  mode: z.enum(["standalone", "trigger", "server"]),
  trigger: z.enum(["usage", "estimate", "overflow", "manual", "strategy", "server"]),
  model: text,
  binding,
  shapeHash: text,
  covered: z.strictObject({ items: count, first: text, last: text }),
  compactionItems: count,
  usage: z.strictObject(usage),
  payloads: z.array(z.strictObject({ hash, bytes: count })).max(MAX_ITEMS),
  tokensBefore: tokens,
  tokensAfter: tokens,
  checkpoint: text.optional(),
});

const STEP: z.ZodType = z.discriminatedUnion("step", [
  z.strictObject({ step: z.literal("listed"), binding, from: count, marks, pending: count }),
  z.strictObject({
    step: z.literal("received"),
    responseId: text,
    stored: z.boolean(),
    shape,
    marks,
    usage: z.strictObject(usage).optional(),
    loss: z.enum(CACHE_LOSS_CAUSES).optional(),
    metadata: metadata.optional(),
  }),
  z.strictObject({ step: z.literal("compacting"), covered: count }),
  z.strictObject({
    step: z.literal("replaced"),
    reason,
    head: items,
    covered: count,
    metadata: metadata.optional(),
  }),
  z.strictObject({ step: z.literal("adopted") }),
  z.strictObject({ step: z.literal("uncovered") }),
  z.strictObject({ step: z.literal("restored") }),
  z.strictObject({ step: z.literal("reset"), reason }),
]);

const STATE: z.ZodType = z.strictObject({
  version: z.literal(WINDOW_VERSION),
  binding: binding.optional(),
  list: marks,
  head: items,
  covered: count,
  shelf: z.strictObject({ head: items, list: marks }).optional(),
  compactionIndexes: z.array(count).max(MAX_ITEMS),
  base: z.strictObject({ responseId: text, stored: z.boolean(), shape, prefix: marks }).optional(),
  sent: marks,
  returned: marks,
  pending: marks,
  usage: z.strictObject({ ...usage, items: count }).optional(),
  floor: tokens.optional(),
  reset: reason.optional(),
  responses: count,
  compactions: z.array(metadata).max(MAX_COMPACTIONS),
  cacheLosses: z.partialRecord(z.enum(CACHE_LOSS_CAUSES), count),
});

/** A stored step of a window, or undefined for what is none. */
export function parseStep(value: unknown): WindowStep | undefined {
  const parsed = STEP.safeParse(value);
  return parsed.success ? (parsed.data as WindowStep) : undefined;
}

/**
 * A window that was serialized with `JSON.stringify`.
 *
 * @throws CompactError `INVALID_INPUT` that names the field which is not as it should be.
 */
export function parseWindowState(value: unknown): ProviderWindowState {
  const parsed = STATE.safeParse(value);
  const problem = parsed.success ? impossible(parsed.data as ProviderWindowState) : describe(parsed.error);
  if (problem === undefined) return { ...EMPTY_WINDOW, ...(parsed.data as ProviderWindowState) };
  throw new CompactError("INVALID_INPUT", `This is no provider window: ${problem}.`, {
    details: { problem },
  });
}

function impossible({ covered, list }: ProviderWindowState): string | undefined {
  return covered > list.length ? `it covers ${covered} of ${list.length} items` : undefined;
}

function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  return `field ${issue?.path.join(".") || "(window)"}: ${issue?.message ?? "invalid"}`;
}

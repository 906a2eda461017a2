import { canonicalText } from "../../conversation/item-id.js";
import { sha256 } from "../../text/sha256.js";
import { CompactError } from "../../errors/compact-error.js";
import type { RequestBody } from "../transport/responses-transport.js";

/**
 * Whether a field is part of the request's shape, which affects the model's answer and the provider's cached
 * prefix. Unlisted fields count, so that new ones are not overlooked.
 */
export const SHAPE_FIELDS: Readonly<Record<string, boolean>> = {
  // What the model is, is told and may do.
  model: true,
  instructions: true,
  tools: true,
  tool_choice: true,
  parallel_tool_calls: true,
  reasoning: true,
  text: true,
  prompt: true,
  truncation: true,
  context_management: true,
  // Under which key and for how long the prefix is cached.
  prompt_cache_key: true,
  prompt_cache_options: true,
  prompt_cache_retention: true,
  // The items, and what holds them together: looked at apart.
  input: false,
  previous_response_id: false,
  conversation: false,
  store: false,
  // How the answer is sampled, limited and delivered. The prefix stays the same.
  stream: false,
  stream_options: false,
  background: false,
  include: false,
  max_output_tokens: false,
  max_tool_calls: false,
  temperature: false,
  top_p: false,
  top_logprobs: false,
  service_tier: false,
  // Who asks, and labels.
  metadata: false,
  client_metadata: false,
  safety_identifier: false,
  user: false,
  moderation: false,
};

/** Characters of a shape's hash. */
const SHAPE_HASH_LENGTH = 32;
const MAX_FIELDS = 64;

/** The shape of a request: a digest of it and of every field, so that a change can be named. */
export interface RequestShape {
  readonly hash: string;
  readonly fields: Readonly<Record<string, string>>;
}

export function shapeOf(body: RequestBody): RequestShape {
  const fields: Record<string, string> = {};
  for (const key of Object.keys(body).sort()) {
    const counts = Object.hasOwn(SHAPE_FIELDS, key) ? SHAPE_FIELDS[key] : true;
    const value = body[key];
    if (counts !== true || value === undefined || value === null) continue;
    fields[key] = sha256(canonicalText(value)).slice(0, SHAPE_HASH_LENGTH);
  }
  if (Object.keys(fields).length > MAX_FIELDS) {
    throw new CompactError(
      "INVALID_INPUT",
      `A request has ${Object.keys(fields).length} fields that shape it; the maximum is ${MAX_FIELDS}.`,
    );
  }
  return { hash: sha256(canonicalText(fields)).slice(0, SHAPE_HASH_LENGTH), fields };
}

/** The names of the fields in which two shapes differ. */
export function changedFields(before: RequestShape, after: RequestShape): string[] {
  const names = new Set([...Object.keys(before.fields), ...Object.keys(after.fields)]);
  return [...names].filter((name) => before.fields[name] !== after.fields[name]).sort();
}

import type { GatewayContext } from "../../exchange/gateway-context.js";
import { ApiError } from "../../http/api-error.js";
import type { Handler } from "../../http/handler.js";
import type { JsonRecord } from "../../json/json-record.js";
import { findStored } from "./find-stored.js";

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

/** `GET /v1/responses/{id}/input_items`: all that the model was given for it, the newest first unless asked otherwise. */
export function listInputItems(context: GatewayContext): Handler {
  return async (request, reply) => {
    const { input, previous } = await findStored(context, request);
    const before = previous === undefined ? undefined : await context.stored.chain(request.tenant, previous);
    reply.json(200, page([...(before?.items ?? []), ...input], request.query));
  };
}

function page(items: readonly JsonRecord[], query: URLSearchParams): JsonRecord {
  const limit = limitOf(query);
  const ordered = inOrder(items, query.get("order") ?? "desc");
  const start = startOf(ordered, query.get("after"));
  const data = ordered.slice(start, start + limit);
  return {
    object: "list",
    data,
    first_id: data[0]?.["id"] ?? null,
    last_id: data.at(-1)?.["id"] ?? null,
    has_more: start + limit < ordered.length,
  };
}

function inOrder(items: readonly JsonRecord[], order: string): readonly JsonRecord[] {
  if (order === "asc") return items;
  if (order === "desc") return [...items].reverse();
  throw invalid("order", "'asc' or 'desc'");
}

function limitOf(query: URLSearchParams): number {
  const limit = Number(query.get("limit") ?? DEFAULT_LIMIT);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw invalid("limit", `a whole number from 1 to ${MAX_LIMIT}`);
}

function startOf(items: readonly JsonRecord[], after: string | null): number {
  if (after === null) return 0;
  const index = items.findIndex(({ id }) => id === after);
  if (index < 0) throw invalid("after", "the id of an item of this list");
  return index + 1;
}

const invalid = (param: string, be: string): ApiError =>
  new ApiError(400, `Invalid '${param}': it must be ${be}.`, { param, code: "invalid_value" });

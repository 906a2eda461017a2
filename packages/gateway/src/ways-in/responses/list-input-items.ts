import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { Handler } from "../../http/handler.js";
import type { JsonRecord } from "../../json/json-record.js";
import { invalidQuery, pageLimit } from "../page-limit.js";
import { findStored } from "./find-stored.js";

/** `GET /v1/responses/{id}/input_items`: all that the model was given for it, the newest first unless asked otherwise. */
export function listInputItems(context: GatewayContext): Handler {
  return async (request, reply) => {
    const { input, previous } = await findStored(context, request);
    const before = previous === undefined ? undefined : await context.stored.chain(request.tenant, previous);
    reply.json(200, page([...(before?.items ?? []), ...input], request.query));
  };
}

function page(items: readonly JsonRecord[], query: URLSearchParams): JsonRecord {
  const limit = pageLimit(query);
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
  throw invalidQuery("order", "'asc' or 'desc'");
}

function startOf(items: readonly JsonRecord[], after: string | null): number {
  if (after === null) return 0;
  const index = items.findIndex(({ id }) => id === after);
  if (index < 0) throw invalidQuery("after", "the id of an item of this list");
  return index + 1;
}

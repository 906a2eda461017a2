import { ApiError } from "../../http/api-error.js";
import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";

/**
 * A list without items that a client only names. They must stand in the conversation already.
 *
 * @throws ApiError 404 for one that does not.
 */
export function resolveReferences(items: readonly JsonRecord[]): JsonRecord[] {
  const isReference = (item: JsonRecord): boolean => item["type"] === "item_reference";
  const ids = new Set(items.filter((item) => !isReference(item)).map(({ id }) => id));
  const unknown = items.find((item) => isReference(item) && !ids.has(item["id"]));
  if (!unknown) return items.filter((item) => !isReference(item));
  throw new ApiError(404, `Item with id '${stringOf(unknown["id"]).slice(0, 100)}' not found.`, {
    param: "input",
  });
}

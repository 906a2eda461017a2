import { ApiError } from "../http/api-error.js";

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

/** How many entries a list is asked for. @throws ApiError 400 */
export function pageLimit(query: URLSearchParams): number {
  const limit = Number(query.get("limit") ?? DEFAULT_LIMIT);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw invalidQuery("limit", `a whole number from 1 to ${MAX_LIMIT}`);
}

export const invalidQuery = (param: string, be: string): ApiError =>
  new ApiError(400, `Invalid '${param}': it must be ${be}.`, { param, code: "invalid_value" });

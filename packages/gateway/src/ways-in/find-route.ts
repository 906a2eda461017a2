import { ApiError } from "../http/api-error.js";
import type { Route, Routes } from "../routes/route.js";

const MAX_NAMES = 20;

/** The route of a model name. @throws ApiError 404 that says which names there are. */
export function findRoute(routes: Routes, model: unknown): Route {
  if (typeof model !== "string" || model === "")
    throw new ApiError(400, "The request names no model: set `model`.", {
      param: "model",
      code: "missing_model",
    });
  const route = routes.find(model);
  if (route) return route;
  const names = routes.list().map((known) => known.model);
  const shown = `${names.slice(0, MAX_NAMES).join(", ")}${names.length > MAX_NAMES ? ", …" : ""}`;
  throw new ApiError(
    404,
    `No route serves the model ${JSON.stringify(model.slice(0, 100))}. Routes: ${shown}.`,
    {
      type: "invalid_request_error",
      code: "model_not_found",
      param: "model",
    },
  );
}

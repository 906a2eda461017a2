import type { GatewayContext } from "../exchange/gateway-context.js";
import type { Handler } from "../http/handler.js";
import { findRoute } from "./find-route.js";
import { idInPath } from "./id-in-path.js";
import { modelEntry } from "./list-models.js";

/** `GET /v1/models/{id}`: the entry of one model, by any name that a request may give. */
export function getModel(context: GatewayContext): Handler {
  return async (request, reply) => {
    const name = idInPath(request.path);
    reply.json(200, { ...modelEntry(context, findRoute(context.routes, name)), id: name });
    await Promise.resolve();
  };
}

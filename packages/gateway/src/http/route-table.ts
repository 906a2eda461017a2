import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { ApiError } from "./api-error.js";
import type { Exchange } from "./exchange.js";
import type { Handler } from "./handler.js";

/** By method and path: `POST /v1/responses`, `GET /v1/responses/:id`. */
export type Handlers = Readonly<Record<string, Handler>>;

export interface Endpoint {
  /** As it is called in logs and metrics. */
  readonly name: string;
  readonly handler: Handler;
}

/** Answers an exchange by an endpoint; gets what refuses it where there is none. */
export type Serve = (exchange: Exchange, endpoint: Endpoint | ApiError) => Promise<void>;

type Environment = { Bindings: HttpBindings & { exchange: Exchange } };

export interface RouteTable {
  /** The endpoint of a method and a path that holds nothing to be read, such as `POST /v1/responses`. */
  fixed(method: string, path: string): Endpoint | undefined;
  /** Finds the handler of any request. Answers go over Node's own response. */
  readonly app: Hono<Environment>;
}

/** Which handler answers which request. Most requests name a path as it stands here, and need no search. */
export function routeTable(handlers: Handlers, serve: Serve): RouteTable {
  const app = new Hono<Environment>();
  const fixed = new Map<string, Endpoint>();
  const methods = new Map<string, string[]>();
  const answer = (endpoint: Endpoint | ApiError) => async (context: Context<Environment>) => {
    await serve(context.env.exchange, endpoint);
    return RESPONSE_ALREADY_SENT;
  };
  for (const [name, handler] of Object.entries(handlers)) {
    const [method = "", path = ""] = name.split(" ");
    methods.set(path, [...(methods.get(path) ?? []), method]);
    app.on(method, path, answer({ name, handler }));
    if (!/[:*]/.test(path)) fixed.set(name, { name, handler });
  }
  for (const [path, known] of methods) app.all(path, answer(wrongMethod(known)));
  app.notFound(answer(noSuchPath(methods)));
  return { app, fixed: (method, path) => fixed.get(`${method} ${path}`) };
}

function wrongMethod(known: readonly string[]): ApiError {
  const allow = known.join(", ");
  return new ApiError(405, `This path takes ${allow}.`, {
    code: "method_not_allowed",
    headers: { allow },
  });
}

function noSuchPath(methods: ReadonlyMap<string, readonly string[]>): ApiError {
  const paths = [...methods.keys()].join(", ");
  return new ApiError(404, `There is nothing at this path. This gateway has: ${paths}.`, {
    type: "not_found_error",
    code: "unknown_path",
  });
}

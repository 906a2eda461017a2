import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { ApiError } from "../http/api-error.js";
import type { Handler } from "../http/handler.js";
import type { InboundRequest, RequestNotes } from "../http/inbound-request.js";
import type { Handlers } from "../http/route-table.js";
import { withoutSecrets } from "../http/without-secrets.js";

/** The same handlers, each request a span. Its parent is the span that the client names in `traceparent`. */
export function tracedHandlers(handlers: Handlers, tracer: Tracer): Handlers {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, tracedHandler(name, { handler, tracer })]),
  );
}

function tracedHandler(
  name: string,
  { handler, tracer }: { readonly handler: Handler; readonly tracer: Tracer },
): Handler {
  const [method = "", route = ""] = name.split(" ");
  return (request, reply) => {
    const parent = propagation.extract(context.active(), safeHeaders(request.headers));
    const attributes = {
      "http.request.method": method,
      "http.route": route,
      "plimsoll.request.id": request.id,
      "plimsoll.tenant": request.tenant,
    };
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    return context.with(trace.setSpan(parent, span), () =>
      handler(request, reply)
        .catch((error: unknown) => {
          failed(span, error);
          throw error;
        })
        .finally(() => ended(span, request)),
    );
  };
}

/** What a client's tracer says about itself goes on to the collector, so nothing secret may be in it. */
function safeHeaders(headers: InboundRequest["headers"]): InboundRequest["headers"] {
  const { tracestate, ...others } = headers;
  return tracestate === undefined || withoutSecrets(tracestate) === tracestate ? headers : others;
}

/** The error's text stays out: it may quote what a client or an upstream said. */
function failed(span: Span, error: unknown): void {
  const status = error instanceof ApiError ? error.status : 500;
  span.setAttributes({
    "http.response.status_code": status,
    "error.type": error instanceof ApiError ? (error.code ?? error.type) : "internal_error",
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

function ended(span: Span, { notes, signal }: InboundRequest): void {
  span.setAttributes(noted(notes));
  if (signal.aborted) span.setAttribute("plimsoll.cut", true);
  span.end();
}

function noted({
  route,
  upstream,
  inputTokens,
  cachedTokens,
  outputTokens,
  compaction,
}: RequestNotes): Attributes {
  const attributes: Record<string, string | number | undefined> = {
    // A route for any model is called as its client calls it.
    "gen_ai.request.model": route && withoutSecrets(route),
    "plimsoll.upstream": upstream,
    "gen_ai.usage.input_tokens": inputTokens,
    "gen_ai.usage.cache_read.input_tokens": cachedTokens,
    "gen_ai.usage.output_tokens": outputTokens,
    "plimsoll.compaction": compaction,
  };
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

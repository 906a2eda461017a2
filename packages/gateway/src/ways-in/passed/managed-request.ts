import { anthropic, type Format } from "plimsoll";
import type { AmendAnswer } from "../../exchange/amended-events.js";
import { countPrompt } from "../../exchange/count-prompt.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";
import type { PassedRequest } from "../../protocols/protocol.js";
import type { Route } from "../../routes/route.js";
import { readContextEdits } from "./read-context-edits.js";
import { type ManagedContext, manageContext } from "./manage-context.js";

/** The library compacts from about this share of the prompt's budget on. */
const COMPACTING_SHARE = 0.75;
const FIELD = "context_management";
const BETAS: readonly string[] = ["context-management-2025-06-27", "compact-2026-01-12"];

export interface RequestToManage {
  readonly route: Route;
  readonly body: JsonRecord;
  readonly messages: readonly JsonRecord[];
  /** The system prompt, where it stands beside the list. */
  readonly instructions: string | undefined;
}

export interface ManagedRequest extends Pick<ManagedContext, "messages" | "compactTo"> {
  readonly body: JsonRecord;
  /** Reports the edits in the answer. */
  readonly amendAnswer?: AmendAnswer;
  /** The tokens before the edits. */
  originalTokens?(): number;
}

/** A request of the Messages API for which `context_management` was done here, if the upstream does not do it. @throws ApiError */
export function managedRequest(
  context: GatewayContext,
  { route, body, messages, instructions }: RequestToManage,
): ManagedRequest {
  if (managesContext(context, route)) return { body, messages };
  const count = (items: readonly JsonRecord[]): number =>
    countPrompt(context.estimator, {
      format: anthropic as unknown as Format,
      items,
      fixed: [body["tools"]],
      ...(instructions === undefined ? {} : { instructions }),
    });
  const { applied, ...managed } = manageContext(messages, readContextEdits(body[FIELD]), {
    count,
    compactsAbove:
      route.policy === "auto"
        ? (context.windows.of(route) - route.outputReserve) * COMPACTING_SHARE
        : Number.POSITIVE_INFINITY,
  });
  if (!hasManagement(body)) return { body, ...managed };
  return {
    body,
    ...managed,
    amendAnswer: (data) => reported(data, { applied_edits: applied }),
    originalTokens: () => count(messages),
  };
}

/** True if a request asks its upstream to manage the context. */
export const hasManagement = (body: JsonRecord): boolean => body[FIELD] !== undefined;

/** True if an upstream does what `context_management` says, or its API has no such thing. */
export function managesContext({ protocols }: GatewayContext, { upstream, upstreamModel }: Route): boolean {
  return protocols[upstream.protocol].managesContext?.(upstreamModel, upstream.vendor) ?? true;
}

/** A request without what its upstream does not know. */
export function withoutManagement({ headers, body }: PassedRequest): PassedRequest {
  const { [FIELD]: _management, ...rest } = body;
  const { "anthropic-beta": given, ...others } = headers;
  const betas = stringOf(given)
    .split(/\s*,\s*/u)
    .filter((beta) => beta !== "" && !BETAS.includes(beta));
  return {
    headers: betas.length === 0 ? others : { ...others, "anthropic-beta": betas.join(",") },
    body: rest,
  };
}

/** Whole answers and the last event of a stream say what was edited. */
function reported(data: JsonRecord, report: JsonRecord): JsonRecord {
  return data["type"] === "message" || data["type"] === "message_delta" ? { ...data, [FIELD]: report } : data;
}

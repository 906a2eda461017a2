import type { AnswerEvent } from "../answers/answer-event.js";
import type { FailureCode, UpstreamFailure } from "../answers/upstream-failure.js";
import { streamedBody } from "../exchange/streamed-body.js";
import { isRecord } from "../json/is-record.js";
import { recordsIn } from "../json/records-in.js";
import { PROTOCOLS } from "../protocols/protocols.js";
import type { Route } from "../routes/route.js";
import type { TranslatedRequest } from "../translation/translated-request.js";
import { readBounded } from "../upstream/read-bounded.js";
import { type UpstreamClient, UpstreamUnreachable } from "../upstream/upstream-client.js";
import { withoutKey } from "../upstream/without-key.js";
import { upstreamEvents } from "../upstream/upstream-events.js";
import { jsonOrText } from "../json/json-or-text.js";

/** `given`: it was sent, and nothing tells whether it is the right one. */
type KeyState = "accepted" | "given" | "missing" | "not needed";

/** What is right and wrong with the way of one model. */
export interface UpstreamCheck {
  readonly model: string;
  readonly upstream: string;
  readonly protocol: string;
  readonly reachable: boolean;
  /** Undefined if the upstream was not reached. */
  readonly key: KeyState | "refused" | undefined;
  readonly window: number;
  /** What the upstream itself says of its window, if it says anything. */
  readonly reportedWindow?: number;
  /** Undefined if it gave no answer. */
  readonly callsTools: boolean | undefined;
  readonly reportsUsage: boolean | undefined;
  /** What to do; empty if all is well. */
  readonly problems: readonly string[];
}

const TOOL = "report_status";
const MAX_BYTES = 4 * 1024 * 1024;
const OUTPUT_TOKENS = 2048;
/** Names that servers use for the size of their window in a list of models. */
const WINDOW_NAMES = [
  "max_model_len",
  "context_length",
  "loaded_context_length",
  "max_context_length",
  "inputTokenLimit",
];

/** Asks an upstream for one small answer with one tool call. */
export async function checkUpstream(
  route: Route,
  client: UpstreamClient,
  signal: AbortSignal,
): Promise<UpstreamCheck> {
  const { model, upstream, window } = route;
  const asked = await ask(route, client, signal);
  const isReached = asked.failure?.status !== 0;
  const key = judgedKey(keyState(upstream), asked.failure);
  const reported = isReached ? await reportedWindow(route, client, signal) : undefined;
  const isAnswered = asked.failure === undefined;
  const check: Omit<UpstreamCheck, "problems"> = {
    model,
    upstream: upstream.name,
    protocol: upstream.protocol,
    reachable: isReached,
    key: isReached ? key : undefined,
    window,
    ...(reported === undefined ? {} : { reportedWindow: reported }),
    callsTools: isAnswered ? asked.events.some(({ type }) => type === "call") : undefined,
    reportsUsage: isAnswered ? asked.events.some(({ type }) => type === "usage") : undefined,
  };
  return { ...check, problems: problemsOf(check, route, asked.failure) };
}

function keyState({ vendor, key }: Route["upstream"]): "given" | "missing" | "not needed" {
  if (vendor.auth === "none") return "not needed";
  if (key() !== undefined) return "given";
  return vendor.keyEnv === undefined ? "not needed" : "missing";
}

/** A server that answers without a key needs none, whatever its vendor says. */
function judgedKey(
  state: "given" | "missing" | "not needed",
  failure: UpstreamFailure | undefined,
): KeyState | "refused" {
  if (failure === undefined && state === "missing") return "not needed";
  if (state !== "given") return state;
  if (failure?.code === "authentication_error") return "refused";
  return failure === undefined || OF_THE_ACCOUNT.has(failure.code) ? "accepted" : state;
}

/** Who refuses for these reasons knows whose key it is. */
const OF_THE_ACCOUNT: ReadonlySet<FailureCode> = new Set(["insufficient_quota", "rate_limit_exceeded"]);

type FailedEvent = Extract<AnswerEvent, { readonly type: "failed" }>;

interface Asked {
  readonly events: readonly AnswerEvent[];
  readonly failure?: UpstreamFailure;
}

function requestTo({ upstreamModel, outputReserve }: Route): TranslatedRequest {
  return {
    model: upstreamModel,
    turns: [
      { role: "system", text: `You test a connection. Answer with one call of ${TOOL} and no text.` },
      { role: "user", parts: [{ type: "text", text: `Call ${TOOL} with status "ok".` }] },
    ],
    tools: [
      {
        name: TOOL,
        description: "Reports that the connection works.",
        parameters: { type: "object", properties: { status: { type: "string" } }, required: ["status"] },
      },
    ],
    toolChoice: "auto",
    maxOutputTokens: Math.min(OUTPUT_TOKENS, outputReserve),
    outputReserve,
  };
}

async function ask(route: Route, client: UpstreamClient, signal: AbortSignal): Promise<Asked> {
  const { upstream } = route;
  const protocol = PROTOCOLS[upstream.protocol];
  const request = requestTo(route);
  const { path, headers, body } = protocol.toRequest(request, upstream.vendor);
  try {
    const answer = await client.post(upstream, { path, headers, body: JSON.stringify(body), signal });
    if (answer.status < 200 || answer.status > 299) {
      const text = withoutKey(await readBounded(answer.body, MAX_BYTES), upstream);
      return { events: [], failure: protocol.readFailure(answer.status, jsonOrText(text), answer.headers) };
    }
    const streamed = await streamedBody(answer, protocol, upstream);
    if ("failure" in streamed) return { events: [], failure: streamed.failure };
    const events: AnswerEvent[] = [];
    let state = protocol.start(request, upstream.vendor);
    for await (const event of upstreamEvents(streamed)) {
      const step = protocol.step(state, event);
      state = step.state;
      events.push(...step.events);
    }
    events.push(...protocol.end(state));
    const failed = events.find((event) => event.type === "failed");
    return {
      events,
      ...(failed ? { failure: failureOf(failed, upstream) } : {}),
    };
  } catch (error) {
    if (signal.aborted && !(error instanceof UpstreamUnreachable)) {
      return { events: [], failure: { status: 0, code: "server_error", message: "It took too long." } };
    }
    if (error instanceof UpstreamUnreachable)
      return { events: [], failure: { status: 0, code: "server_error", message: error.message } };
    const message = `The upstream ${upstream.name} began an answer and broke it off.`;
    return { events: [], failure: { status: 200, code: "server_error", message } };
  }
}

function failureOf({ code, message }: FailedEvent, upstream: Route["upstream"]): UpstreamFailure {
  return { status: 200, code, message: withoutKey(message, upstream) };
}

/** What the list of models says, where the upstream has one. */
async function reportedWindow(
  { upstream, upstreamModel }: Route,
  client: UpstreamClient,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    const answer = await client.get(upstream, "/models", signal);
    const list = jsonOrText(await readBounded(answer.body, MAX_BYTES));
    if (answer.status !== 200 || !isRecord(list)) return undefined;
    const models = [...recordsIn(list["data"]), ...recordsIn(list["models"])];
    const own = models.find(({ id, name }) => id === upstreamModel || name === `models/${upstreamModel}`);
    return WINDOW_NAMES.map((name) => own?.[name]).find(
      (value) => Number.isSafeInteger(value) && Number(value) > 0,
    ) as number | undefined;
  } catch {
    return undefined;
  }
}

/** By how the connection failed. */
const UNREACHED: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/u, "Nothing listens there: start the server, or check base_url."],
  [/ENOTFOUND|EAI_AGAIN/u, "The name in base_url is not known here."],
  [/TIMEOUT/u, "It took too long: check base_url, or raise the timeouts."],
  [/SSL|TLS|CERT/u, "Check whether base_url must begin with http or https, and the certificate."],
];

function adviceOn({ status, code, message }: UpstreamFailure): string {
  if (status >= 300 && status < 400) return "It leads elsewhere, which is not followed; check base_url.";
  if (status === 0) return UNREACHED.find(([pattern]) => pattern.test(message))?.[1] ?? "Check base_url.";
  return ADVICE[code] ?? "";
}

const ADVICE: Readonly<Partial<Record<FailureCode, string>>> = {
  authentication_error: "Check the key: it may be of another account, region or service.",
  model_not_found: "Check the name of the model, and base_url.",
  insufficient_quota: "Check the balance of the account.",
  rate_limit_exceeded: "Try again later.",
  context_length_exceeded: "The window is smaller than this small question; check the model.",
};

function problemsOf(
  check: Omit<UpstreamCheck, "problems">,
  { upstream }: Route,
  failure: UpstreamFailure | undefined,
): string[] {
  const problems: string[] = [];
  if (check.key === "missing" || (!check.reachable && keyState(upstream) === "missing"))
    problems.push(
      `There is no key; set ${upstream.vendor.keyEnv ?? "key_env"}, or name another variable or a file.`,
    );
  if (failure) {
    const { status, message } = failure;
    const isTold = status === 0 || status === 200 || message.includes(String(status));
    problems.push([`${message}${isTold ? "" : ` (status ${status})`}`, adviceOn(failure)].join(" ").trim());
  }
  if (check.reportedWindow !== undefined && check.reportedWindow < check.window) {
    problems.push(
      `The upstream says that its window is ${check.reportedWindow}, and the route says ${check.window}; set window.`,
    );
  }
  if (check.callsTools === false) problems.push("It answered without the tool call that it was asked for.");
  if (check.reportsUsage === false) problems.push("It reports no usage; tokens are estimated.");
  return problems;
}

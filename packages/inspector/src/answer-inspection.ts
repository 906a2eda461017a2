import { CompactError } from "plimsoll";
import {
  type ComparedConfiguration,
  type Inspection,
  type InspectionAction,
  type SessionQuery,
  toldDetails,
} from "plimsoll/inspection";
import type { InspectAnswer } from "./inspect-answer.js";
import type { InspectRequest } from "./inspect-request.js";

/** What a route gets: the session, what follows it in the path, and the request. */
interface Asked {
  readonly inspection: Inspection;
  readonly id: string;
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

type Route = (asked: Asked) => Promise<unknown>;

/** By method and what follows `sessions/{id}`; `*` is any one part. */
const ROUTES: Readonly<Record<string, Route>> = {
  GET: ({ inspection, id }) => inspection.session(id),
  "GET load-line": ({ inspection, id }) => inspection.loadLine(id),
  "GET transcript": ({ inspection, id, query }) => {
    const item = query.get("item");
    return inspection.transcript(id, { ...pageIn(query), ...(item === null ? {} : { item }) });
  },
  "GET items/*": ({ inspection, id, rest, query }) =>
    inspection.item(id, partAt(rest, 1), {
      of: query.get("of") === "wire" ? "wire" : "text",
      ...numbersIn(query, ["start", "length"]),
    }),
  "GET window": ({ inspection, id }) => inspection.window(id),
  "GET compactions": async ({ inspection, id }) => ({ compactions: await inspection.compactions(id) }),
  "GET compactions/*": ({ inspection, id, rest }) => inspection.compaction(id, partAt(rest, 1)),
  "GET compactions/*/items": ({ inspection, id, rest, query }) =>
    inspection.compared(id, partAt(rest, 1), pageIn(query)),
  "GET ledgers": ({ inspection, id }) => inspection.ledgers(id),
  "GET artifacts": async ({ inspection, id }) => ({ artifacts: await inspection.artifacts(id) }),
  "GET artifacts/*": ({ inspection, id, rest, query }) =>
    inspection.read(id, partAt(rest, 1), linesIn(query)),
  "GET recall": async ({ inspection, id, query }) => ({
    hits: await inspection.search(id, query.get("query") ?? ""),
  }),
  "POST actions": ({ inspection, id, body }) => inspection.act(id, actionIn(body)),
  "POST compare": ({ inspection, id, body, signal }) =>
    inspection.compare(id, { a: configurationIn(body["a"]), b: configurationIn(body["b"]) }, signal),
};

const STATUS: Readonly<Record<string, number>> = {
  UNKNOWN_SESSION: 404,
  UNKNOWN_ITEM: 404,
  INVALID_INPUT: 400,
  NOTHING_TO_UNDO: 409,
  NOTHING_TO_REDO: 409,
  STALE_PREPARED: 409,
  INSUFFICIENT_BUDGET: 422,
  CONSTRAINTS_DO_NOT_FIT: 422,
  STORE_UNAVAILABLE: 503,
};

const JSON_TYPE = { "content-type": "application/json", "cache-control": "no-store" };

/** Answers a request to `/v1/inspect/…`. Never throws for what the caller did. */
export async function answerInspection(
  inspection: Inspection,
  request: InspectRequest,
): Promise<InspectAnswer> {
  try {
    return await answer(inspection, request);
  } catch (error) {
    if (!CompactError.isInstance(error)) throw error;
    return failure(STATUS[error.code] ?? 500, {
      message: error.message,
      code: error.code.toLowerCase(),
      details: toldDetails(error.details),
    });
  }
}

async function answer(inspection: Inspection, request: InspectRequest): Promise<InspectAnswer> {
  const { method, query, signal } = request;
  const parts = request.path.split("/").filter(Boolean).map(decoded);
  const [kind, id, ...rest] = parts;
  if (kind !== "sessions") return nowhere(request);
  if (id === undefined) {
    return method === "GET" ? json(await inspection.sessions(sessionQueryIn(query))) : wrongMethod("GET");
  }
  const asked = { inspection, id, rest, query, body: recordIn(request.body), signal };
  const save =
    method === "GET"
      ? SAVED[rest.map((part, index) => (index === 1 && rest.length > 2 ? "*" : part)).join("/")]
      : undefined;
  if (save) return save(asked);
  const pattern = rest.map((part, index) => (index === 1 ? "*" : part)).join("/");
  const route = ROUTES[`${method} ${pattern}`.trim()];
  if (route) return json(await route(asked));
  const other = ["GET", "POST"].find((name) => ROUTES[`${name} ${pattern}`.trim()] !== undefined);
  return other === undefined ? nowhere(request) : wrongMethod(other);
}

const json = (value: unknown): InspectAnswer => ({
  status: 200,
  headers: JSON_TYPE,
  body: JSON.stringify(value),
});

interface Told {
  readonly message: string;
  readonly code: string;
  readonly details?: Readonly<Record<string, string | number>>;
}

const failure = (status: number, { message, code, details = {} }: Told): InspectAnswer => ({
  status,
  headers: JSON_TYPE,
  body: JSON.stringify({
    error: { message, type: status >= 500 ? "server_error" : "invalid_request_error", code, details },
  }),
});

const nowhere = ({ path }: InspectRequest): InspectAnswer =>
  failure(404, {
    message: `There is nothing at /v1/inspect/${path.slice(0, 200)}.`,
    code: "unknown_path",
  });

const wrongMethod = (method: string): InspectAnswer =>
  failure(405, { message: `This path takes ${method}.`, code: "method_not_allowed", details: { method } });

/** Saved, never shown: a browser must not take what a tool wrote for a page. */
const saved = (name: string, type: string, body: string): InspectAnswer => ({
  status: 200,
  headers: {
    "content-type": `${type}; charset=utf-8`,
    "content-disposition": `attachment; filename="${name.replaceAll(/[^\w.-]/g, "_").slice(0, 80)}"`,
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "cache-control": "no-store",
  },
  body,
});

/** What can be taken away as a file, by what follows `sessions/{id}`. */
const SAVED: Readonly<Record<string, (asked: Asked) => Promise<InspectAnswer>>> = {
  "artifacts/*/raw": async ({ inspection, id, rest }) =>
    saved(
      `${partAt(rest, 1).slice(0, 70)}.txt`,
      "text/plain",
      await inspection.artifact(id, partAt(rest, 1)),
    ),
  "window/raw": async ({ inspection, id }) =>
    saved(`window-${id.slice(0, 60)}.json`, "application/json", await inspection.wireWindow(id)),
};

/** Every route below `sessions/{id}`, as `METHOD path`; `*` is any one part. */
export const SESSION_ROUTES: readonly string[] = [
  ...Object.keys(ROUTES),
  ...Object.keys(SAVED).map((path) => `GET ${path}`),
];

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid(`A part of the path is not encoded well: ${part.slice(0, 100)}`);
  }
}

const invalid = (message: string): CompactError => new CompactError("INVALID_INPUT", message);

const partAt = (parts: readonly string[], index: number): string => parts[index] ?? "";

function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

function numbersIn(query: URLSearchParams, names: readonly string[]): Record<string, number> {
  const given = names.flatMap((name): [string, number][] => {
    const text = query.get(name);
    if (text === null) return [];
    if (!/^\d{1,12}$/.test(text)) throw invalid(`${name} is "${text.slice(0, 40)}"; pass a whole number.`);
    return [[name, Number(text)]];
  });
  return Object.fromEntries(given);
}

const pageIn = (query: URLSearchParams) => numbersIn(query, ["offset", "limit"]);

function linesIn(query: URLSearchParams): { lines?: readonly [number, number]; around?: string } {
  const { first, last } = numbersIn(query, ["first", "last"]);
  const around = query.get("around");
  return {
    ...(first === undefined || last === undefined ? {} : { lines: [first, last] as const }),
    ...(around === null || around === "" ? {} : { around: around.slice(0, 500) }),
  };
}

const FILTERS = ["all", "compacted", "warned", "live"] as const;

function sessionQueryIn(query: URLSearchParams): SessionQuery {
  const filter = FILTERS.find((name) => name === query.get("filter"));
  const text = query.get("text");
  return {
    ...pageIn(query),
    ...(filter ? { filter } : {}),
    ...(text === null ? {} : { text: text.slice(0, 200) }),
  };
}

const MAX_NOTE = 4000;
const MAX_SUMMARY = 400_000;

function textIn(body: Readonly<Record<string, unknown>>, name: string, most: number): string {
  const value = body[name];
  if (typeof value === "string" && value.length <= most) return value;
  throw invalid(`${name} must be a text of at most ${most} characters.`);
}

/** @throws CompactError `INVALID_INPUT` that says what is wrong. */
function actionIn(body: Readonly<Record<string, unknown>>): InspectionAction {
  const { action, targetTokens } = body;
  switch (action) {
    case "compact":
    case "preview": {
      if (targetTokens !== undefined && !(typeof targetTokens === "number" && targetTokens >= 1))
        throw invalid("targetTokens must be a number of at least 1.");
      return {
        action,
        ...(body["note"] === undefined ? {} : { note: textIn(body, "note", MAX_NOTE) }),
        ...(targetTokens === undefined ? {} : { targetTokens: Math.floor(targetTokens) }),
      };
    }
    case "approve":
      return {
        action,
        prepared: textIn(body, "prepared", 200),
        ...(body["summary"] === undefined ? {} : { summary: textIn(body, "summary", MAX_SUMMARY) }),
      };
    case "undo":
    case "redo":
      return { action };
    case "protect":
    case "release":
      return { action, item: textIn(body, "item", 200) };
    case "withdraw":
      return { action, entry: textIn(body, "entry", 200) };
    default:
      throw invalid("action must be compact, preview, approve, undo, redo, protect, release or withdraw.");
  }
}

const NUMBERS = ["maxContextTokens", "triggerPct", "targetPct", "keepRecentTurns"] as const;
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  pruning: ["stage_aware", "recency", "fifo", "semantic", "user_messages"],
  strategy: ["task_state", "brief", "decision_log", "step_ledger", "requirements_ledger", "code_delta"],
};

function configurationIn(value: unknown): ComparedConfiguration {
  const given = recordIn(value);
  const numbers = NUMBERS.flatMap((name) => {
    const number = given[name];
    if (number === undefined || number === null) return [];
    if (typeof number !== "number" || !Number.isFinite(number)) throw invalid(`${name} must be a number.`);
    return [[name, number] as const];
  });
  const choices = Object.entries(CHOICES).flatMap(([name, known]) => {
    const choice = given[name];
    if (choice === undefined || choice === null || choice === "") return [];
    if (typeof choice !== "string" || !known.includes(choice))
      throw invalid(`${name} must be one of ${known.join(", ")}.`);
    return [[name, choice] as const];
  });
  return Object.fromEntries([...numbers, ...choices]);
}

import { randomUUID } from "node:crypto";
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { CompactError } from "plimsoll";
import type { SharedLimits } from "plimsoll/stores";
import type { KeyRing } from "../keys/key-ring.js";
import type { GatewayLog } from "../log/gateway-log.js";
import { GatewayMetrics } from "../metrics/gateway-metrics.js";
import type { GatewaySettings } from "../settings/gateway-settings.js";
import { ApiError } from "./api-error.js";
import { authenticate } from "./authenticate.js";
import { BufferBudget } from "./buffer-budget.js";
import { drainServer, workEnded } from "./drain-server.js";
import { errorBody } from "./error-body.js";
import { Exchange } from "./exchange.js";
import { excuseStalls } from "./excuse-stalls.js";
import { flatHeaders } from "./flat-headers.js";
import { isLoopback } from "./is-loopback.js";
import { isOpenEndpoint, isOpenPath } from "./is-open-path.js";
import { linger } from "./linger.js";
import { OutgoingReply } from "./outgoing-reply.js";
import { ownHandlers, type ServerStatus } from "./own-handlers.js";
import { readBody } from "./read-body.js";
import { ReceivedBody } from "./received-body.js";
import { originHeaders, refuseForeignPages } from "./refuse-foreign-pages.js";
import { refuseMalformed } from "./refuse-malformed.js";
import type { RequestAhead } from "./request-ahead.js";
import { RequestLimits } from "./request-limits.js";
import { type Endpoint, type Handlers, type RouteTable, routeTable } from "./route-table.js";
import { StartTurns } from "./start-turns.js";

export type ServerSettings = Pick<GatewaySettings, "listen" | "limits">;

export interface ServerOptions {
  readonly settings: ServerSettings;
  readonly keys: KeyRing;
  readonly handlers: Handlers;
  readonly log: GatewayLog;
  readonly metrics?: GatewayMetrics;
  /** Until it resolves the server says that it is not ready; it answers all the same. @default ready at once */
  readonly warming?: Promise<void>;
  /** Why requests cannot be served now, for `/readyz`; undefined if they can. */
  trouble?(): Promise<string | undefined>;
  /** Counts requests at all nodes together. @default each node counts its own */
  readonly sharedLimits?: SharedLimits | undefined;
  /** Milliseconds. @default performance.now */
  now?(): number;
}

export interface ListeningAt {
  readonly host: string;
  readonly port: number;
  readonly url: string;
}

/** The server around the ways in: it checks who asks and how much, and hands the rest to handlers. */
export interface GatewayServer {
  /** @throws CompactError `INVALID_CONFIG` if other machines could reach it without a key. */
  listen(): Promise<ListeningAt>;
  /** What holds from the next request on. The address stays. */
  update(next: Pick<ServerOptions, "settings" | "keys">): void;
  /** Takes no new connections, lets open answers finish until the deadline, and ends. */
  drain(): Promise<void>;
  /** Ends at once. */
  close(): Promise<void>;
}

const MAX_HEADER_BYTES = 32 * 1024;
/** Connections that wait to be accepted while the process is busy; the system may allow fewer. */
const BACKLOG = 4096;
/** What requests whose connection was closed have to write. */
const LAST_WORK_MS = 1000;
const METHODS_WITH_BODY = new Set(["POST", "PUT", "PATCH"]);

export function createServer(options: ServerOptions): GatewayServer {
  return new HttpGateway(options);
}

class HttpGateway implements GatewayServer {
  #settings: ServerSettings;
  #keys: KeyRing;
  readonly #log: GatewayLog;
  readonly #metrics: GatewayMetrics;
  readonly #now: () => number;
  readonly #limits: RequestLimits;
  readonly #budget: BufferBudget;
  readonly #server: Server;
  readonly #answers = new Set<ServerResponse>();
  readonly #open = new Set<Exchange>();
  readonly #exchanges = new WeakMap<ServerResponse, Exchange>();
  readonly #waitsForContinue = new WeakSet<IncomingMessage>();
  readonly #starts = new StartTurns();
  /** Requests that are worked on, also after their answer is out: then what it left is written. */
  readonly #working = new Set<Promise<unknown>>();
  readonly #table: RouteTable;
  readonly #search: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;
  #draining: Promise<void> | undefined;
  #isWarm = false;

  constructor(options: ServerOptions) {
    const { settings, keys, handlers, log, metrics, warming, trouble, now } = options;
    this.#settings = settings;
    this.#keys = keys;
    this.#log = log;
    this.#metrics = metrics ?? new GatewayMetrics();
    this.#now = now ?? (() => performance.now());
    this.#limits = new RequestLimits(this.#now, options.sharedLimits);
    this.#budget = new BufferBudget(settings.limits.bufferedBytes);
    const warmed = (): void => {
      this.#isWarm = true;
    };
    if (warming) warming.then(warmed, warmed);
    else warmed();
    const own = ownHandlers({
      metrics: this.#metrics,
      status: () => this.#status,
      ...(trouble ? { trouble } : {}),
    });
    this.#table = routeTable({ ...own, ...handlers }, (exchange, endpoint) =>
      this.#serve(exchange, endpoint),
    );
    this.#search = getRequestListener(
      (request, environment) => {
        const { incoming, outgoing } = environment as HttpBindings;
        const exchange = this.#exchanges.get(outgoing);
        return this.#table.app.fetch(request, { incoming, outgoing, exchange });
      },
      { overrideGlobalObjects: false, autoCleanupIncoming: false },
    );
    this.#server = createHttpServer({ maxHeaderSize: MAX_HEADER_BYTES, ...timeouts(settings) }, (...pair) =>
      this.#receive(...pair),
    );
    this.#server.maxConnections = settings.limits.connections;
    excuseStalls(this.#server, { headerMs: () => this.#settings.limits.headerMs });
    this.#server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
      this.#waitsForContinue.add(incoming);
      this.#receive(incoming, outgoing);
    });
  }

  get #status(): ServerStatus {
    if (this.#draining) return "draining";
    return this.#isWarm ? "ready" : "starting";
  }

  async listen(): Promise<ListeningAt> {
    const { host, port } = this.#settings.listen;
    refuseOpenDoor(host, this.#keys);
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", (cause) =>
        reject(
          new CompactError("INVALID_INPUT", `Cannot listen on ${host}:${port}: ${cause.message}`, { cause }),
        ),
      );
      this.#server.listen({ port, host, backlog: BACKLOG }, resolve);
    });
    this.#server.on("error", (error) => this.#log.say("error", `The server failed: ${error.message}`));
    const bound = (this.#server.address() as AddressInfo).port;
    const name = host.includes(":") ? `[${host}]` : host;
    return { host, port: bound, url: `http://${name}:${bound}` };
  }

  update({ settings, keys }: Pick<ServerOptions, "settings" | "keys">): void {
    refuseOpenDoor(this.#settings.listen.host, keys);
    const { host, port } = this.#settings.listen;
    this.#settings = { ...settings, listen: { ...settings.listen, host, port } };
    this.#keys = keys;
    this.#budget.limit = settings.limits.bufferedBytes;
    this.#server.maxConnections = settings.limits.connections;
    const { headersTimeout, requestTimeout, keepAliveTimeout } = timeouts(settings);
    Object.assign(this.#server, { headersTimeout, requestTimeout, keepAliveTimeout });
  }

  drain(): Promise<void> {
    this.#draining ??= this.#drain();
    return this.#draining;
  }

  async #drain(): Promise<void> {
    await drainServer(this.#server, {
      deadlineMs: this.#settings.limits.drainMs,
      onDeadline: () => {
        for (const exchange of this.#open) exchange.abort("The gateway stops.");
      },
      isFlushing: () => [...this.#answers].some((answer) => answer.writableEnded && !answer.writableFinished),
    });
    await workEnded(this.#working, this.#settings.limits.drainMs);
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const exchange of this.#open) exchange.abort("The gateway stops.");
    this.#server.closeAllConnections();
    await closed;
    await workEnded(this.#working, LAST_WORK_MS);
  }

  #receive(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#answers.add(outgoing);
    outgoing.once("close", () => this.#answers.delete(outgoing));
    const exchange = this.#begin(incoming, outgoing);
    try {
      const isAnswered = this.#admit(exchange);
      if (isAnswered) return;
    } catch (error) {
      this.#fail(exchange, error);
      return;
    }
    this.#starts.begin(() => {
      if (!outgoing.closed) this.#work(exchange);
    });
  }

  #work(exchange: Exchange): void {
    const work = this.#answer(exchange).catch((error: unknown) => this.#fail(exchange, error));
    this.#working.add(work);
    void work.finally(() => this.#working.delete(work));
  }

  #answer(exchange: Exchange): Promise<void> {
    const { incoming, outgoing, path } = exchange;
    const endpoint = this.#table.fixed(incoming.method ?? "GET", path);
    return endpoint ? this.#serve(exchange, endpoint) : this.#search(incoming, outgoing);
  }

  #begin(incoming: IncomingMessage, outgoing: ServerResponse): Exchange {
    // Node makes these in advance, many at a time.
    const id = `req_${randomUUID().replaceAll("-", "").slice(-24)}`;
    const exchange = new Exchange(id, { incoming, outgoing, now: this.#now });
    this.#exchanges.set(outgoing, exchange);
    this.#open.add(exchange);
    this.#metrics.begin();
    outgoing.setHeader("x-request-id", id);
    if (this.#draining) outgoing.setHeader("connection", "close");
    const { totalMs } = this.#settings.limits;
    const timer = totalMs === 0 ? undefined : setTimeout(() => this.#expire(exchange), totalMs).unref();
    outgoing.once("close", () => {
      clearTimeout(timer);
      this.#open.delete(exchange);
      const record = exchange.record();
      if (!record.whole) exchange.abort("The client went away.");
      this.#metrics.end(record);
      this.#log.request(record);
    });
    return exchange;
  }

  /** True if the request is answered already. */
  #admit(exchange: Exchange): boolean {
    const { incoming, outgoing, path } = exchange;
    const { listen } = this.#settings;
    refuseMalformed(incoming);
    refuseForeignPages(incoming.headers, listen);
    for (const [name, value] of Object.entries(originHeaders(incoming.headers, listen)))
      outgoing.setHeader(name, value);
    if (incoming.method === "OPTIONS") {
      this.#answerPreflight(exchange);
      return true;
    }
    if (!isOpenPath(path)) exchange.tenant = authenticate(incoming.headers, this.#keys);
    if (incoming.headers.upgrade?.toLowerCase() === "websocket") {
      throw new ApiError(426, "This gateway speaks HTTP only; send the request without an upgrade.", {
        code: "upgrade_required",
        headers: { upgrade: "HTTP/1.1", connection: "upgrade" },
      });
    }
    return false;
  }

  #answerPreflight({ outgoing }: Exchange): void {
    outgoing.writeHead(204, {
      allow: "GET, POST, DELETE, OPTIONS",
      "access-control-allow-methods": "GET, POST, DELETE",
      "access-control-allow-headers":
        "authorization, content-type, x-api-key, anthropic-version, anthropic-beta",
      "access-control-max-age": "600",
    });
    outgoing.end();
  }

  async #serve(exchange: Exchange, endpoint: Endpoint | ApiError): Promise<void> {
    if (endpoint instanceof ApiError) return this.#fail(exchange, endpoint);
    exchange.endpoint = endpoint.name;
    const { incoming, outgoing, id, path, query, notes, signal } = exchange;
    const { limits } = this.#settings;
    const reply = new OutgoingReply(outgoing, {
      stallMs: limits.stallMs,
      onFirstByte: exchange.onFirstByte,
    });
    let ahead: RequestAhead | undefined;
    try {
      // However its path was read where it was admitted.
      if (!isOpenEndpoint(endpoint.name)) exchange.tenant ??= authenticate(incoming.headers, this.#keys);
      const { tenant = "" } = exchange;
      if (tenant !== "") await this.#enter(exchange, tenant);
      const method = incoming.method ?? "GET";
      const headers = flatHeaders(incoming.headers);
      ahead = isSizedAndPlain(headers)
        ? endpoint.handler.ahead?.({
            tenant,
            headers,
            size: Number(headers["content-length"]),
            incoming,
            signal,
          })
        : undefined;
      const body = METHODS_WITH_BODY.has(method) ? await this.#body(exchange) : new ReceivedBody([]);
      const request = { method, path, query, headers, tenant, id, body, signal, notes };
      await endpoint.handler({ ...request, ...(ahead ? { ahead } : {}) }, reply);
      if (!reply.started) throw new Error(`${endpoint.name} gave no answer.`);
    } catch (error) {
      this.#fail(exchange, error);
    } finally {
      ahead?.cancel();
    }
  }

  async #enter({ outgoing }: Exchange, tenant: string): Promise<void> {
    const leave = await this.#limits.enter(tenant, this.#settings.limits);
    if (outgoing.closed) leave();
    else outgoing.once("close", leave);
  }

  async #body({ incoming, outgoing }: Exchange): Promise<ReceivedBody> {
    if (this.#waitsForContinue.has(incoming)) outgoing.writeContinue();
    const body = await readBody(incoming, this.#settings.limits, this.#budget);
    outgoing.once("close", () => this.#budget.give(body.length));
    return body;
  }

  #expire(exchange: Exchange): void {
    exchange.abort("The answer took too long.");
    this.#fail(exchange, new ApiError(504, "The answer took too long.", { code: "timeout" }));
  }

  /** An answer that has begun is cut off: a client must not take it for a whole one. */
  #fail(exchange: Exchange, error: unknown): void {
    const { outgoing, incoming, path, notes, id } = exchange;
    if (outgoing.writableEnded || outgoing.destroyed) return;
    if (!(error instanceof ApiError) && !exchange.signal.aborted) {
      this.#log.say("error", `${exchange.endpoint} ${id} failed: ${messageOf(error)}`);
    }
    if (outgoing.headersSent) {
      notes.error ??= error instanceof ApiError ? error.message : "The gateway failed.";
      outgoing.destroy();
      return;
    }
    const told =
      error instanceof ApiError ? error : new ApiError(500, `The gateway failed; see its log for ${id}.`);
    notes.error ??= told.code ?? told.type;
    const bytes = Buffer.from(JSON.stringify(errorBody(path, told)));
    exchange.onFirstByte();
    outgoing.writeHead(told.status, {
      "content-type": "application/json",
      "content-length": String(bytes.length),
      ...told.headers,
    });
    outgoing.end(bytes);
    linger(incoming);
  }
}

/** True for a body of a known length that is sent as it is. */
const isSizedAndPlain = (headers: Readonly<Record<string, string>>): boolean =>
  headers["content-length"] !== undefined && (headers["content-encoding"] ?? "identity") === "identity";

function timeouts({ limits: { headerMs, bodyMs, keepAliveMs } }: ServerSettings) {
  return {
    headersTimeout: headerMs,
    requestTimeout: bodyMs === 0 ? 0 : Math.max(bodyMs, headerMs),
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(5000, Math.max(50, Math.floor(headerMs / 2))),
  };
}

function refuseOpenDoor(host: string, keys: KeyRing): void {
  if (isLoopback(host) || !keys.isOpen) return;
  throw new CompactError(
    "INVALID_CONFIG",
    `gateway.listen.host is ${host}, which other machines can reach, and there are no gateway keys. ` +
      "Make one with: compactctl keys create NAME. Or listen on 127.0.0.1.",
    { details: { key: "gateway.listen.host", value: host } },
  );
}

const MAX_MESSAGE = 300;
const MAX_FRAMES = 6;

/** Where it went wrong; of what was said about it a little, because it may quote a request. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, MAX_MESSAGE);
  const frames = (error.stack ?? "").split("\n").filter((line) => /^ {4}at /.test(line));
  return [`${error.name}: ${error.message.slice(0, MAX_MESSAGE)}`, ...frames.slice(0, MAX_FRAMES)].join("\n");
}

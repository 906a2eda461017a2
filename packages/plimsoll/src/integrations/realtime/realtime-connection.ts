import { CompactError } from "../../errors/compact-error.js";
import { type ClientEvent, isServerEvent, parseServerEvent, type ServerEvent } from "./server-event.js";

/** One connection to a Realtime server, whatever carries it. */
export interface RealtimeConnection {
  /** @throws if there is no connection. */
  send(event: ClientEvent): void;
  /** Receives the server's events and the end of the connection; the returned function stops that. */
  listen(listener: ConnectionListener): () => void;
}

export interface ConnectionListener {
  onEvent(event: ServerEvent): void;
  /** Receives what the application (not the compactor) sends, if that is possible. */
  onSend(event: ClientEvent): void;
  onDisconnect(): void;
}

/** The part of a transport of `@openai/agents-realtime` that is needed. */
export interface RealtimeTransport {
  sendEvent(event: { type: string; [field: string]: unknown }): void;
  on(type: "*" | "connection_change", listener: (argument: unknown) => void): unknown;
  off(type: "*" | "connection_change", listener: (argument: unknown) => void): unknown;
}

/** A `RealtimeSession` of `@openai/agents-realtime`, which has a transport. */
export interface RealtimeSessionLike {
  readonly transport: RealtimeTransport;
}

/** The WebSocket of a browser, of Node, or of `ws`. */
export interface RealtimeSocket {
  send(data: string): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close", listener: () => void): void;
  removeEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  removeEventListener(type: "close", listener: () => void): void;
}

/** A Realtime client of the `openai` package, which has a socket. */
export interface RealtimeClientLike {
  readonly socket: RealtimeSocket;
}

/** What a compactor can attach to. */
export type RealtimeTarget =
  | RealtimeSessionLike
  | RealtimeTransport
  | RealtimeClientLike
  | RealtimeSocket
  | RealtimeConnection;

const has = (target: object, ...names: string[]): boolean =>
  names.every((name) => typeof Reflect.get(target, name) === "function");

const isTransport = (target: unknown): target is RealtimeTransport =>
  typeof target === "object" && target !== null && has(target, "sendEvent", "on", "off");

const isSocket = (target: unknown): target is RealtimeSocket =>
  typeof target === "object" &&
  target !== null &&
  has(target, "send", "addEventListener", "removeEventListener");

/** The connection that a session, a transport, a client or a socket carries. */
export function openConnection(target: RealtimeTarget): RealtimeConnection {
  if (typeof target === "object" && target !== null) {
    if ("transport" in target && isTransport(target.transport)) return transportConnection(target.transport);
    if (isTransport(target)) return transportConnection(target);
    if (has(target, "send", "listen")) return target as RealtimeConnection;
    if (isSocket(target)) return socketConnection(target);
    if ("socket" in target && isSocket(target.socket)) return socketConnection(target.socket);
  }
  throw new CompactError(
    "INVALID_INPUT",
    "compactRealtime got nothing to connect to; pass a RealtimeSession, its transport, a Realtime client of openai, or an object with send and addEventListener.",
  );
}

/** Raw events of a transport layer, which stays the same object when it connects again. */
function transportConnection(transport: RealtimeTransport): RealtimeConnection {
  let send = (event: ClientEvent): void => transport.sendEvent({ ...event });
  return {
    send: (event) => send(event),
    listen({ onEvent, onSend, onDisconnect }) {
      const hear = (event: unknown): void => {
        if (isServerEvent(event)) onEvent(event);
      };
      const watch = (status: unknown): void => {
        if (status === "disconnected") onDisconnect();
      };
      const overheard = overhear(transport, "sendEvent", (event) => {
        if (isServerEvent(event)) onSend(event);
      });
      send = (event) => overheard.original({ ...event });
      transport.on("*", hear);
      transport.on("connection_change", watch);
      return () => {
        overheard.restore();
        transport.off("*", hear);
        transport.off("connection_change", watch);
      };
    },
  };
}

function socketConnection(socket: RealtimeSocket): RealtimeConnection {
  let send = (event: ClientEvent): void => socket.send(JSON.stringify(event));
  return {
    send: (event) => send(event),
    listen({ onEvent, onSend, onDisconnect }) {
      const hear = (message: { readonly data: unknown }): void => {
        const event = parseServerEvent(message.data);
        if (event) onEvent(event);
      };
      const end = (): void => onDisconnect();
      const overheard = overhear(socket, "send", (data) => {
        const event =
          CONCERNS_RESPONSES.test(String(data).slice(0, MOST_LOOKED_AT)) && parseServerEvent(data);
        if (event) onSend(event);
      });
      send = (event) => overheard.original(JSON.stringify(event));
      socket.addEventListener("message", hear);
      socket.addEventListener("close", end);
      return () => {
        overheard.restore();
        socket.removeEventListener("message", hear);
        socket.removeEventListener("close", end);
      };
    },
  };
}

/** Audio is sent many times a second; it is not worth parsing. */
const CONCERNS_RESPONSES = /conversation\.item\.create|response\.create/;
const MOST_LOOKED_AT = 4096;

/**
 * Observes the first argument of every call of a method, which otherwise works as before. So a request for a
 * response is known before the server answers; otherwise a compaction could collide with it.
 */
function overhear<T extends object, K extends keyof T & string>(
  target: T,
  name: K,
  listener: (argument: unknown) => void,
): { readonly original: (argument: unknown) => void; restore(): void } {
  const method: unknown = target[name];
  const own = Object.getOwnPropertyDescriptor(target, name);
  const original = (argument: unknown, ...rest: unknown[]): unknown =>
    typeof method === "function" ? Reflect.apply(method, target, [argument, ...rest]) : undefined;
  const wrapped = (argument: unknown, ...rest: unknown[]): unknown => {
    listener(argument);
    return original(argument, ...rest);
  };
  const replaced = Reflect.defineProperty(target, name, {
    value: wrapped,
    configurable: true,
    writable: true,
  });
  return {
    original,
    restore() {
      if (!replaced || target[name] !== wrapped) return;
      if (own) Object.defineProperty(target, name, own);
      else Reflect.deleteProperty(target, name);
    },
  };
}

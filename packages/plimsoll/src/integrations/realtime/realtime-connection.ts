import { CompactError } from "../../errors/compact-error.js";
import { type ClientEvent, isServerEvent, parseServerEvent, type ServerEvent } from "./realtime-event.js";

/** One connection to a Realtime server, whatever carries it. */
export interface RealtimeConnection {
  /** @throws if there is no connection. */
  send(event: ClientEvent): void;
  /** Hears what the server says and when the connection ends; the result ends that. */
  listen(listener: ConnectionListener): () => void;
}

export interface ConnectionListener {
  onEvent(event: ServerEvent): void;
  onDisconnect(): void;
}

/** The part of a transport of `@openai/agents-realtime` that is needed. */
export interface RealtimeTransport {
  sendEvent(event: { type: string; [field: string]: unknown }): void;
  on(type: string, listener: (argument: never) => void): unknown;
  off(type: string, listener: (argument: never) => void): unknown;
}

/** A `RealtimeSession` of `@openai/agents-realtime`: what carries its transport. */
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

/** What a compactor can work on. */
export type RealtimeTarget = RealtimeSessionLike | RealtimeTransport | RealtimeSocket | RealtimeConnection;

const has = (target: object, ...names: string[]): boolean =>
  names.every((name) => typeof Reflect.get(target, name) === "function");

const isTransport = (target: unknown): target is RealtimeTransport =>
  typeof target === "object" && target !== null && has(target, "sendEvent", "on", "off");

/** The connection that a session, a transport or a socket carries. */
export function openConnection(target: RealtimeTarget): RealtimeConnection {
  if (typeof target === "object" && target !== null) {
    if ("transport" in target && isTransport(target.transport)) return transportConnection(target.transport);
    if (isTransport(target)) return transportConnection(target);
    if (has(target, "send", "listen")) return target as RealtimeConnection;
    if (has(target, "send", "addEventListener", "removeEventListener"))
      return socketConnection(target as RealtimeSocket);
  }
  throw new CompactError(
    "INVALID_INPUT",
    "There is nothing to connect to; pass a RealtimeSession, its transport, or an object with send and addEventListener.",
  );
}

/** Raw events of a transport layer, which stays the same object when it connects again. */
function transportConnection(transport: RealtimeTransport): RealtimeConnection {
  return {
    send: (event) => transport.sendEvent({ ...event }),
    listen({ onEvent, onDisconnect }) {
      const hear = (event: unknown): void => {
        if (isServerEvent(event)) onEvent(event);
      };
      const watch = (status: unknown): void => {
        if (status === "disconnected") onDisconnect();
      };
      transport.on("*", hear);
      transport.on("connection_change", watch);
      return () => {
        transport.off("*", hear);
        transport.off("connection_change", watch);
      };
    },
  };
}

function socketConnection(socket: RealtimeSocket): RealtimeConnection {
  return {
    send: (event) => socket.send(JSON.stringify(event)),
    listen({ onEvent, onDisconnect }) {
      const hear = (message: { readonly data: unknown }): void => {
        const event = parseServerEvent(message.data);
        if (event) onEvent(event);
      };
      const end = (): void => onDisconnect();
      socket.addEventListener("message", hear);
      socket.addEventListener("close", end);
      return () => {
        socket.removeEventListener("message", hear);
        socket.removeEventListener("close", end);
      };
    },
  };
}

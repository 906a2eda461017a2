import type { AddressInfo } from "node:net";
import type { RealtimeItem } from "plimsoll/realtime";
import { RealtimePeer } from "./realtime-peer.js";
import type { HeldItem } from "./realtime-conversation.js";
import { type RealtimeServerOptions, RealtimeServerState, type WireEvent } from "./realtime-server-state.js";

/** A Realtime server on the loopback interface, with what it saw. */
export interface RealtimeServer {
  readonly url: string;
  /** The conversation of the newest connection. */
  readonly items: readonly HeldItem[];
  /** Every event that a client sent, in order. */
  readonly received: readonly WireEvent[];
  /** Items that the server dropped by itself. */
  readonly truncated: readonly RealtimeItem[];
  /** What a client did that it must not do: deleted too early, left an output without its call, outgrew the window. */
  readonly violations: readonly string[];
  /** The most tokens that a response was made from. */
  readonly peakTokens: number;
  /** The tokens that all responses together were made from. */
  readonly inputTokens: number;
  readonly connections: number;
  /** The user says something aloud; the transcript follows, and a response. */
  speak(transcript: string, options?: { readonly audioTokens?: number; readonly respond?: boolean }): void;
  /** Sends the events that were held. */
  release(): void;
  /** Cuts every connection. */
  disconnect(): void;
  /** Resolves when the condition holds; it is looked at after everything that the server does. */
  until(condition: () => boolean): Promise<void>;
  close(): Promise<void>;
}

/**
 * A real WebSocket server that behaves like the Realtime API where conversations are concerned: items are created, found,
 * deleted and truncated as it documents, and what must not happen is written down.
 */
export async function startRealtimeServer(options: RealtimeServerOptions): Promise<RealtimeServer> {
  const state = new RealtimeServerState(options);
  const peers: RealtimePeer[] = [];
  const server = new options.WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (socket) => {
    const peer = new RealtimePeer(socket, state);
    peers.push(peer);
    peer.begin();
  });
  await new Promise<void>((resolve) => server.on("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const newest = (): RealtimePeer | undefined => peers.at(-1);
  return {
    url: `ws://127.0.0.1:${port}`,
    received: state.received,
    truncated: state.truncated,
    violations: state.violations,
    get items() {
      return newest()?.conversation.items ?? [];
    },
    get peakTokens() {
      return state.peakTokens;
    },
    get inputTokens() {
      return state.inputTokens;
    },
    get connections() {
      return peers.length;
    },
    speak: (transcript, said = {}) => newest()?.speak(transcript, said),
    release: () => newest()?.release(),
    disconnect: () => {
      for (const peer of peers) peer.disconnect();
    },
    until: (condition) => state.until(condition),
    async close(): Promise<void> {
      for (const peer of peers) peer.disconnect();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

import { INSTRUCTIONS, serverInfo, TOOLS } from "plimsoll-gateway/recall-tools";

/** Revisions of the protocol that open in the same way. */
export const OPENING_REVISIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/**
 * The opening messages between a client and the server, which are always the same: answered before the protocol's
 * library is loaded. The library takes over at the first other message, with everything said so far.
 */
export class Opening {
  /** The messages to replay when the server takes over. */
  readonly said: string[] = [];
  /** The request that was answered here, and is answered again there. */
  initialize: string | number | undefined;
  readonly #version: string;

  constructor(version: string) {
    this.#version = version;
  }

  /**
   * The answer, empty for a message that needs none; undefined for a message that is not part of an opening.
   */
  answer(line: string): string | undefined {
    const message = parsed(line);
    if (message?.method === "notifications/initialized" && this.initialize !== undefined) {
      this.said.push(line);
      return "";
    }
    const result = message?.id === undefined ? undefined : this.#result(message);
    if (result === undefined) return undefined;
    if (message?.method === "initialize") {
      this.said.push(line);
      this.initialize = message.id;
    }
    return `${JSON.stringify({ result, jsonrpc: "2.0", id: message?.id })}\n`;
  }

  #result({ method, params }: Message): object | undefined {
    if (method === "ping") return {};
    const isOpen = this.initialize !== undefined;
    if (method === "tools/list" && isOpen && params?.["cursor"] === undefined) return { tools: TOOLS };
    const revision = params?.["protocolVersion"];
    if (method !== "initialize" || isOpen || !OPENING_REVISIONS.includes(String(revision))) return undefined;
    return {
      protocolVersion: revision,
      capabilities: { tools: { listChanged: true } },
      serverInfo: serverInfo(this.#version),
      instructions: INSTRUCTIONS,
    };
  }
}

function parsed(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

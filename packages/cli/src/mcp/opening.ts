import { INSTRUCTIONS, serverInfo, TOOLS } from "./tools.js";

/** Revisions of the protocol that open in the same way. */
export const OPENING_REVISIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/**
 * The first words between a client and the server, which are always the same: they are answered before the protocol's
 * library is loaded. It takes over, with what was said, at the first message that is not one of them.
 */
export class Opening {
  /** What the server has to be told when it takes over. */
  readonly said: string[] = [];
  /** The request that was answered here, and is answered again there. */
  initialize: string | number | undefined;
  readonly #version: string;

  constructor(version: string) {
    this.#version = version;
  }

  /** The answer, empty for a message that needs none; undefined for what does not belong to an opening. */
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

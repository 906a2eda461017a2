import type { JsonRecord } from "../json/json-record.js";
import type { ModelRequest } from "plimsoll/calls";
import { messageDigest } from "./message-digest.js";

const MOST = 4096;
/** By so many items at its beginning, and the first words of its user, a conversation without a name is recognised. */
const OPENING = 2;

/** The conversations of which an upstream has refused a request because of its length, as long as they are remembered. */
export class RefusedConversations {
  readonly #names = new Set<string>();

  add(request: ModelRequest<object>): void {
    const name = nameOf(request);
    this.#names.delete(name);
    this.#names.add(name);
    for (const oldest of this.#names) {
      if (this.#names.size <= MOST) break;
      this.#names.delete(oldest);
    }
  }

  has(request: ModelRequest<object>): boolean {
    return this.#names.size > 0 && this.#names.has(nameOf(request));
  }
}

function nameOf({ sessionId, items }: ModelRequest<object>): string {
  if (sessionId !== undefined) return `id ${sessionId}`;
  const known = items as readonly JsonRecord[];
  const user = known.find(({ role }) => role === "user");
  return [...known.slice(0, OPENING), ...(user ? [user] : [])].map(messageDigest).join(" ");
}

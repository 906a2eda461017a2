import { isRecord } from "../../json/is-record.js";

/** A list that begins later is not looked for. Instructions may stand before it. */
const MAX_BYTES = 49_152;

/** The model that a body names before its list, of which only the first bytes are there. */
export function modelAtStart(begin: Buffer, key: "messages" | "input"): string | undefined {
  const text = begin.toString("latin1", 0, MAX_BYTES);
  const list = text.indexOf(`"${key}"`);
  if (list === -1) return undefined;
  try {
    const head: unknown = JSON.parse(`${text.slice(0, list).replace(/,\s{0,16}$/u, "")}}`);
    const model = isRecord(head) ? head["model"] : undefined;
    return typeof model === "string" ? model : undefined;
  } catch {
    return undefined;
  }
}

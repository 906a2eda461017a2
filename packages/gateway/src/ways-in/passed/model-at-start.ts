import { isRecord } from "../../json/is-record.js";

/** A list that begins later is not looked for. Instructions may stand before it. */
const MAX_BYTES = 49_152;

/** The model that a body names before its list, of which only the first bytes are there. */
export function modelAtStart(begin: Buffer, key: "messages" | "input"): string | undefined {
  const list = begin.subarray(0, MAX_BYTES).indexOf(`"${key}"`);
  if (list === -1) return undefined;
  try {
    const text = begin.toString("latin1", 0, list);
    const head: unknown = JSON.parse(`${text.replace(/,\s{0,16}$/u, "")}}`);
    const model = isRecord(head) ? head["model"] : undefined;
    return typeof model === "string" ? model : undefined;
  } catch {
    return undefined;
  }
}

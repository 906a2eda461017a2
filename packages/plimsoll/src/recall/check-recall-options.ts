import { isRecord } from "../text/is-record.js";
import { CompactError } from "../errors/compact-error.js";
import type { ReadOptions } from "./recall.js";

const invalid = (message: string, cause?: unknown): CompactError =>
  new CompactError("INVALID_INPUT", message, cause === undefined ? {} : { cause });

/** The result of `read`; throwing getters and proxies become a named error. */
function safely<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw CompactError.isInstance(error)
      ? error
      : invalid(`${what} cannot be read; pass plain values.`, error);
  }
}

/** @throws CompactError `INVALID_INPUT` if the options are unusable. */
export function checkRecallOptions(given: unknown): void {
  safely("The options of createRecall", () => {
    if (!isRecord(given)) throw invalid("createRecall needs an archive, a session id and a format.");
    const { archive, sessionId, format, similarity } = given;
    if (!isRecord(archive) || typeof archive["find"] !== "function" || !("transcript" in archive))
      throw invalid("createRecall: archive must be an archive, such as createArchive(storage) makes.");
    checkedText("createRecall: sessionId", sessionId);
    if (!isRecord(format) || typeof format["view"] !== "function")
      throw invalid("createRecall: format must be one of the formats, which are exported.");
    if (similarity !== undefined && (!isRecord(similarity) || typeof similarity["scores"] !== "function"))
      throw invalid("createRecall: similarity must be an object with a function scores(query, texts).");
  });
}

export function checkedText(what: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw invalid(`${what} is of type ${value === null ? "null" : typeof value}; it must be a text.`);
}

/** Options that are numbers; refuses other types and unknown names. */
export function checkedNumbers<Name extends string>(
  options: unknown,
  names: readonly Name[],
): Partial<Record<Name, number>> {
  if (options === undefined) return {};
  return safely("The options", () => {
    const read: Partial<Record<Name, number>> = {};
    for (const [name, value] of entriesOf(options, names)) {
      if (typeof value !== "number" || Number.isNaN(value))
        throw invalid(`${name} is of type ${typeof value}; it must be a number.`);
      read[name] = value;
    }
    return read;
  });
}

/** Which part of an item to read, as a plain copy. */
export function checkedPart(options: unknown): ReadOptions {
  if (options === undefined) return {};
  return safely("The part to read", () => {
    const part: Record<string, unknown> = {};
    for (const [name, value] of entriesOf(options, ["lines", "range", "around"] as const)) {
      const isPair =
        Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number");
      if (name === "around" ? typeof value !== "string" : !isPair)
        throw invalid(`${name} must be ${name === "around" ? "a text" : "two numbers, from and to"}.`);
      part[name] = Array.isArray(value) ? [...value] : value;
    }
    return part as ReadOptions;
  });
}

function* entriesOf<Name extends string>(
  options: unknown,
  names: readonly Name[],
): Generator<[name: Name, value: unknown]> {
  if (!isRecord(options)) throw invalid(`The options must be an object with ${names.join(", ")}.`);
  for (const [key, value] of Object.entries(options)) {
    const name = names.find((known) => known === key);
    if (name === undefined)
      throw invalid(`The option ${key.slice(0, 80)} is unknown; known options: ${names.join(", ")}.`);
    if (value !== undefined) yield [name, value];
  }
}

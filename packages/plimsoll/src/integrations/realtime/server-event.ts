import { isRecord } from "../../text/is-record.js";

/** An event as the server sends it: a type, and fields of any shape. */
export interface ServerEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** An event that is sent to the server. */
export interface ClientEvent {
  readonly type: string;
  readonly event_id?: string;
  readonly [field: string]: unknown;
}

/** Larger messages are passed over: only audio is that long, and it has nothing to do with the conversation's items. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** Ids of the server have far fewer characters. */
const MAX_ID_CHARACTERS = 256;

export function isServerEvent(value: unknown): value is ServerEvent {
  return isRecord(value) && typeof value["type"] === "string";
}

/** Reads a message of a socket; `undefined` if it is not an event. */
export function parseServerEvent(data: unknown): ServerEvent | undefined {
  const text = textOf(data);
  if (text === undefined || text.length > MAX_CHARACTERS) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isServerEvent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function textOf(data: unknown): string | undefined {
  if (typeof data === "string") return data;
  if (data instanceof ArrayBuffer || data instanceof Uint8Array) return new TextDecoder().decode(data);
  return undefined;
}

/** The value as an id; empty if it cannot be one. */
export function idOf(value: unknown): string {
  return typeof value === "string" && value.length <= MAX_ID_CHARACTERS ? value : "";
}

/** The item of an event, if it has one with an id. */
export function itemOf(
  event: ServerEvent,
): (Readonly<Record<string, unknown>> & { readonly id: string }) | undefined {
  const item = event["item"];
  if (!isRecord(item)) return undefined;
  const id = idOf(item["id"]);
  return id === "" ? undefined : { ...item, id };
}

/** The client event that caused an error; empty if the error does not name one. */
export function erroredEventId(event: ServerEvent): string {
  const error = event["error"];
  return event.type === "error" && isRecord(error) ? idOf(error["event_id"]) : "";
}

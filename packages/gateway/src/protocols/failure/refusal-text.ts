import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import { stringOf } from "../../json/string-of.js";
import { baseResponse } from "./base-response.js";

/** What a refusal says, wherever its vendor puts it. */
export interface RefusalText {
  readonly message: string;
  /** Codes and types, as text. */
  readonly codes: readonly string[];
  /** The codes of MiniMax, whose numbers mean other things elsewhere. */
  readonly baseCode?: number;
  /** An HTTP status that is named inside the body. */
  readonly status?: number;
}

const MAX_BODY = 65_536;

/** Some upstreams send the error of a request as the only event of a stream. */
function parseText(text: string): unknown {
  const json = text.slice(0, MAX_BODY).replace(/^\s{0,20}data:/u, "");
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

function firstText(values: readonly unknown[]): string {
  return values.map(stringOf).find((text) => text.trim() !== "") ?? "";
}

/** What an upstream behind the upstream said: OpenRouter passes it on as text. */
function innerText(error: JsonRecord): string {
  const metadata = isRecord(error["metadata"]) ? error["metadata"] : {};
  return stringOf(metadata["raw"]);
}

function messageIn(body: JsonRecord, error: JsonRecord): string {
  const details = recordsIn(body["detail"]).map((entry) => stringOf(entry["msg"]));
  const message = firstText([
    error["message"],
    error["msg"],
    body["error"],
    body["message"],
    body["msg"],
    baseResponse(body).message,
    body["detail"],
    body["error_msg"],
    ...details,
  ]);
  // MiMo says "Param Incorrect" and names the reason as the parameter.
  const reason = stringOf(error["param"]);
  const said = reason.includes(" ") ? `${message}: ${reason}` : message;
  return [said, innerText(error)].filter((text) => text !== "").join(" ");
}

function codesIn(records: readonly JsonRecord[]): string[] {
  const values = records.flatMap((record) => [record["code"], record["type"], record["status"]]);
  return values.flatMap((value) =>
    typeof value === "string" || typeof value === "number" ? [String(value).toLowerCase()] : [],
  );
}

/** Reads an error body of any shape: an object, or the text of one, or any text. */
export function refusalText(body: unknown): RefusalText {
  const value = typeof body === "string" ? (parseText(body) ?? body) : body;
  if (!isRecord(value)) return { message: stringOf(value).slice(0, MAX_BODY).trim(), codes: [] };
  const error = isRecord(value["error"]) ? value["error"] : {};
  const { code: baseCode } = baseResponse(value);
  const codes = codesIn([error, value]);
  const status = codes.map(Number).find((code) => Number.isInteger(code) && code >= 400 && code < 600);
  return {
    message: messageIn(value, error).slice(0, MAX_BODY).trim(),
    codes,
    ...(baseCode === undefined ? {} : { baseCode }),
    ...(status === undefined ? {} : { status }),
  };
}

import { hmacSha256 } from "../../text/hmac-sha256.js";
import type { SummaryMessage, SummarySeal } from "./summary-message.js";

const PURPOSE = "plimsoll summary 1";
const MAC_DIGITS = 32;
const SPAN = /^(\d{1,7})\+(\d{1,5})$/;

/** A part of a body. */
export interface RuleSpan {
  readonly start: number;
  readonly end: number;
}

/** The digested content: everything in the message, each part with its length. */
function digest({ version, body, coverage }: SummaryMessage, rules: string, key: string): string {
  const covers = coverage ? `${coverage.count} ${coverage.first} ${coverage.last}` : "";
  const parts = [PURPOSE, String(version), rules, covers, String(body.length), body];
  return hmacSha256(key, parts.join("\n")).slice(0, MAC_DIGITS);
}

/** The seal of a summary, with the parts of it that are rules of the user. */
export function sealSummary(found: SummaryMessage, spans: readonly RuleSpan[], key: string): SummarySeal {
  const rules = spans.map(({ start, end }) => `${start}+${end - start}`).join(",");
  return { rules, mac: digest(found, rules, key) };
}

/** The user's rules in a summary sealed with one of the keys; undefined if it was not sealed, or was changed. */
export function sealedRules(found: SummaryMessage, keys: readonly string[]): string[] | undefined {
  const { seal, body } = found;
  if (seal === undefined || !keys.some((key) => sameText(seal.mac, digest(found, seal.rules, key))))
    return undefined;
  return seal.rules.split(",").flatMap((span) => {
    const [, start, length] = SPAN.exec(span) ?? [];
    const text = body.slice(Number(start), Number(start) + Number(length)).trim();
    return start === undefined || text === "" ? [] : [text];
  });
}

/** Compares in the same time wherever the first difference is. */
function sameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

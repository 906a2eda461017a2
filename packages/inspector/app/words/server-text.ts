import type { ToldReason } from "plimsoll/inspection";
import { CHINESE_ERRORS, CHINESE_REASONS } from "./chinese-errors.ts";
import type { Words } from "./use-words.ts";

type Values = Readonly<Record<string, string | number>>;

/** A refusal as the server tells it: a sentence in English, and what it is made of. */
export interface Refused {
  readonly message: string;
  readonly code?: string;
  readonly details?: Values;
}

/** A refusal in the language of the page; the server's own sentence if it is not known there. */
export function refusalText({ message, code = "", details = {} }: Refused, words: Words): string {
  if (code === "unreachable") return words.say("unreachable");
  if (code === "broke_off") return words.say("brokeOff");
  if (words.language === "en") return message;
  const why = String(details["why"] ?? "");
  const text = CHINESE_ERRORS[why] ?? CHINESE_ERRORS[code];
  if (text === undefined) return message;
  const told = filled(text, details, words);
  // A code of many meanings: the sentence says which.
  return code === "invalid_input" && CHINESE_ERRORS[why] === undefined ? `${told}（${message}）` : told;
}

/** Whatever was thrown, for people. */
export const failureText = (error: unknown, words: Words): string =>
  error instanceof Error ? refusalText(error as Error & Refused, words) : String(error);

/** Why nothing was done. */
export function reasonText(reason: ToldReason | null, message: string, words: Words): string {
  const text = words.language === "en" || reason === null ? undefined : CHINESE_REASONS[reason.id];
  return text === undefined || reason === null ? message : filled(text, reason.values, words);
}

const filled = (text: string, values: Values, { number }: Words): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === "number" ? number(value) : (value ?? "–");
  });

import { CUES } from "../cues/cues.js";
import { isHeadingLabel } from "./is-heading-label.js";

const MAX_ADDRESS_CHARACTERS = 120;
const MAX_PARTS = 4;
const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:\.\d{1,3})?(?:\s?[AaPp]\.?[Mm]\.?)?`;
const DATE = String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},?\s)?(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}\s[A-Z][a-z]{2,8}(?:\s\d{4})?|[A-Z][a-z]{2,8}\s\d{1,2}(?:,?\s\d{4})?|today|yesterday)`;
const WHEN = String.raw`(?:(?:${DATE})[T,]?\s{0,2}(?:at\s)?)?${TIME}Z?`;
const NAME = String.raw`[\p{L}\p{N}@#][\p{L}\p{M}\p{N}@.'’_+-]{0,30}(?:\s[\p{L}\p{N}][\p{L}\p{M}\p{N}.'’_-]{0,30}){0,2}`;

/** Who is spoken to: "@bot", "<@U0123>", "Hey Claude,". */
const MENTION = /^(?:<[@#!][\w!&|.-]{1,40}>|@[\p{L}\p{N}][\p{L}\p{N}_.-]{0,38})[,:]?\s+/u;
/** What follows a greeting: the name, and a comma or similar. */
const GREETED =
  /^[,]?\s(?:@?[\p{L}\p{N}][\p{L}\p{N}_.-]{0,30})(?:\s[\p{L}\p{N}][\p{L}\p{N}_.-]{0,30})?\s?[,:!–—-]\s+/iu;

function greetingLength(text: string): number {
  const greeting = CUES.find("greeting", text);
  const name = greeting && GREETED.exec(text.slice(greeting.end));
  return greeting === undefined || !name ? 0 : greeting.end + name[0].length;
}

/** Time and speaker: "[10:32 ops-lead]", "10:32 <ops>", "ops-lead [10:32]:", "(10:32) ops-lead:". */
const STAMP: readonly RegExp[] = [
  new RegExp(String.raw`^[[(](?:${WHEN})[,|]?\s+[|–—-]?\s?(?:${NAME})[\])]\s?[:：]?\s+`, "u"),
  new RegExp(String.raw`^[[(](?:${NAME})\s?[,|@•·–—-]?\s+(?:${WHEN})[\])]\s?[:：]?\s+`, "u"),
  new RegExp(
    String.raw`^[[(]?(?:${WHEN})[\])]?\s+[|–—•·-]?\s?(?:<[@+~%&]?[\w.|-]{1,30}>|[[(](?:${NAME})[\])]|(?:${NAME})\s?[:：|>])\s+`,
    "u",
  ),
  new RegExp(String.raw`^(?:${NAME})\s+[|–—•·-]?\s?[[(]?(?:${WHEN})[\])]?\s?[:：|–—-]\s+`, "u"),
  /^<[@+~%&]?[\w.|-]{1,30}>\s+/u,
  /^\[@?[\p{L}\p{N}][\p{L}\p{N}_.'’ -]{1,40}\]\s?[:：]?\s+/u,
];
/** A name before a colon, in whatever case. */
const LABEL = new RegExp(
  String.raw`^@?[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]{1,30}(?:\s?\([^()\n]{1,30}\))?\s?[:：]\s+`,
  "u",
);
/** What a log prints in place of a name. */
const LEVEL =
  /^[[(<]?(?:[^\p{L}]{0,40})?(?:trace|debug|info|notice|warn|warning|error|err|fatal|critical|severe|e|w|i|d)\b/iu;

/**
 * The length of the address at the start of a line: the addressee, the time and the speaker, as chats and their
 * bridges write it. The sentence itself follows. 0 if there is none, or if a log names its level. Linear.
 */
export function addressLength(line: string): number {
  const head = line.slice(0, MAX_ADDRESS_CHARACTERS);
  let at = head.length - head.trimStart().length;
  const start = at;
  for (let part = 0; part < MAX_PARTS; part++) {
    const rest = head.slice(at);
    const found = partLength(rest);
    if (found === 0 || LEVEL.test(rest)) break;
    at += found;
  }
  return at === start || LEVEL.test(head.slice(at)) ? 0 : at;
}

/** A stamp or mention always contains one of these, so most sentences need no further check. */
const MAY_OPEN = /^[[(<@]|\d:\d{2}/;

function partLength(text: string): number {
  const greeting = greetingLength(text);
  if (greeting > 0 || !MAY_OPEN.test(text)) return greeting;
  for (const pattern of [MENTION, ...STAMP]) {
    const found = pattern.exec(text)?.[0].length;
    if (found !== undefined) return found;
  }
  return 0;
}

/** A sentence without the address that opens it, and without a label in small letters, which names who speaks. */
export function withoutAddress(sentence: string): string {
  const rest = sentence.slice(addressLength(sentence));
  const label = LABEL.exec(rest.slice(0, MAX_ADDRESS_CHARACTERS))?.[0] ?? "";
  const isName = /^@?\p{Ll}/u.test(label) && !isHeadingLabel(label.replace(/\s?[:：]\s+$/u, ""));
  return isName ? rest.slice(label.length) : rest;
}

/** True for a line that opens with a stamp of a chat, which reads like that of a log. */
export const opensWithStamp = (line: string): boolean =>
  STAMP.slice(0, 4).some((pattern) => pattern.test(line.slice(0, MAX_ADDRESS_CHARACTERS).trimStart())) &&
  addressLength(line) > 0;

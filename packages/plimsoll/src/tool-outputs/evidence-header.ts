import { outputBodyStart } from "./output-body-start.js";
import type { OutputKind } from "./tool-output.js";

export interface HeaderFacts {
  readonly kind: OutputKind;
  readonly characters: number;
  readonly lines: number;
  /** Approximate. */
  readonly tokens: number;
  readonly keptLines: number;
  /** Statements of the view, such as the number of matches. */
  readonly facts: readonly string[];
  /** What the producer says about its output: HTTP status, exit code, its own count of tokens. */
  readonly producer: readonly string[];
  readonly reference: string;
}

export interface HeaderLimits {
  readonly maxTokens: number;
  count(text: string): number;
}

/** The share of the budget that a header may take, and its maximum. */
const SHARE = 0.3;
const MAX_HEADER_TOKENS = 60;
/** The share it may take if it could not name the whole otherwise. */
const SHARE_TO_NAME = 0.5;
const SHORT_BELOW_TOKENS = 150;

/** One line that describes the replaced output, as detailed as its share of the budget allows. */
export function evidenceHeader(facts: HeaderFacts, limits: HeaderLimits): string {
  const allowed = Math.min(MAX_HEADER_TOKENS, Math.floor(limits.maxTokens * SHARE));
  const forms =
    limits.maxTokens < SHORT_BELOW_TOKENS ? shortForms(facts) : [...fullForms(facts), ...shortForms(facts)];
  const fitting = forms.find((form) => limits.count(form) <= allowed) ?? `[${facts.kind}]`;
  if (facts.reference === "" || fitting.includes(facts.reference)) return fitting;
  const named = namedOnly(facts);
  return limits.count(named) <= limits.maxTokens * SHARE_TO_NAME ? named : fitting;
}

const namedOnly = ({ kind, reference }: HeaderFacts): string => `[${kind}; full output: ${reference}]`;

function fullForms(facts: HeaderFacts): string[] {
  const sizes = `${facts.kind}: ${facts.characters} characters, ${facts.lines} lines, ~${facts.tokens} tokens`;
  const kept =
    facts.keptLines > 0 && facts.keptLines < facts.lines ? [`kept ${facts.keptLines}`] : ["shortened"];
  const full = facts.reference === "" ? [] : [`full output: ${facts.reference}`];
  return [
    [sizes, ...facts.producer, ...facts.facts, ...kept, ...full],
    [sizes, ...facts.producer, ...kept, ...full],
    [sizes, ...kept, ...full],
  ].map((parts) => `[${parts.join("; ")}]`);
}

function shortForms(facts: HeaderFacts): string[] {
  const sizes = `${facts.kind} ${facts.characters} chars, ${facts.lines} lines`;
  return facts.reference === ""
    ? [`[${sizes}]`, `[${facts.kind} ${facts.characters} chars]`]
    : [`[${sizes}; full output: ${facts.reference}]`, namedOnly(facts), `[${sizes}]`];
}

const EDGE_CHARACTERS = 2_000;
/** On a line of its own, or as a member of the object that the output is in. */
const TOKEN_COUNT =
  /^Original token count: ?(\d{1,3}(?:,\d{3}){1,3}|\d{1,12})[ \t]{0,4}\r?$|"original_?token_?count" ?: ?(\d{1,12})\b/im;
const EXIT_CODE =
  /(?:(?<!\bat )\bexit(?:ed)?(?: with)?(?: code| status)?[:= ]{1,3}|"exit_?code": ?)(-?\d{1,5})\b(?![,.]\d)/gi;
/** What every statement of an exit code has in it. */
const EXIT = /exit/i;
const OPENS_WITH_CODE = /^[\s[{("]{0,4}exit/i;
const HTTP_STATUS = /^HTTP\/[\d.]{1,5} (\d{3}(?: [A-Za-z' -]{1,40})?)\b/;
/** The beginning of a record of a log: what it says of an end is the end of one of its processes. */
const RECORD = /^\W{0,2}(?:\d{4}[-/]\d{2}[-/]\d{2}|[A-Z][a-z]{2} [ \d]\d |\d{1,2}:\d{2}:\d{2})/;
const OF_ANOTHER = /\b(?:process|pid|child|worker|task|container|service)\W{1,3}[\w./-]{0,60}\d/i;
/** How near to the end of the text its producer says how it ended. */
const OWN_CHARACTERS = 300;

/** Facts about the run that the first or last lines of the text state. */
export function producerFacts(text: string): readonly string[] {
  const edges =
    text.length <= EDGE_CHARACTERS ? [text] : [text.slice(0, EDGE_CHARACTERS), text.slice(-EDGE_CHARACTERS)];
  const exitCode = statedExitCode(text, edges);
  const tokens = statedTokens(text, edges);
  const status = HTTP_STATUS.exec(text)?.[1];
  return [
    ...(status === undefined ? [] : [`HTTP ${status}`]),
    ...(exitCode === undefined ? [] : [`exit code ${exitCode}`]),
    ...(tokens === undefined ? [] : [`original token count ${tokens}`]),
  ];
}

/** The producer's count stands before its output, or beside it in an object; a line of the output itself counts nothing. */
function statedTokens(text: string, edges: readonly string[]): string | undefined {
  const bodyStart = outputBodyStart(text);
  const places =
    bodyStart > 0 ? [text.slice(0, bodyStart)] : text.startsWith("{") ? edges : edges.slice(0, 1);
  const found = places.map((place) => TOKEN_COUNT.exec(place)).find((match) => match !== null);
  return (found?.[1] ?? found?.[2])?.replaceAll(",", "");
}

/** The exit code that the text states; where it names several, the one that it opens or ends with is its own. */
function statedExitCode(text: string, edges: readonly string[]): string | undefined {
  const codes = (part: string): string[] =>
    [...part.matchAll(EXIT_CODE)].filter((match) => !isOfAnother(part, match)).map(([, code]) => code ?? "");
  if (!edges.some((edge) => EXIT.test(edge))) return undefined;
  const all = edges.flatMap(codes);
  if (new Set(all).size <= 1) return all[0];
  return OPENS_WITH_CODE.test(text) ? all[0] : codes(text.slice(-OWN_CHARACTERS)).at(-1);
}

/** True for the end of another process, as a log records it: one of those that it numbers, or one that went well. */
function isOfAnother(part: string, { index, 1: code }: RegExpMatchArray): boolean {
  const end = index ?? 0;
  const before = part.slice(Math.max(part.lastIndexOf("\n", end) + 1, end - OWN_CHARACTERS), end);
  return RECORD.test(before) && (code === "0" || OF_ANOTHER.test(before));
}

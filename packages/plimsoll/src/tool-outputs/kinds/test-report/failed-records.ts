import { oneLine } from "../../../text/one-line.js";
import { plainKey, type ReportRecord } from "./report-record.js";

/** A test that a report says has failed. */
export interface FailedRecord {
  /** Its own name below those of what it belongs to. */
  readonly path: readonly string[];
  readonly messages: readonly string[];
}

const OUTCOME_KEYS = [
  "status",
  "state",
  "outcome",
  "result",
  "verdict",
  "type",
  "conclusion",
  "action",
  "event",
];
const FAILED_WORD =
  /^(?:fail(?:ed|ure|ing|s)?|error(?:ed|s)?|broken|timed?[_ -]?out|crash(?:ed)?|unexpected|interrupted|abort(?:ed)?|not[_ -]?ok|unsuccessful)$/i;
const PASSED_WORD =
  /^(?:pass(?:ed|es|ing)?|ok|success(?:ful)?|succeeded|expected|skip(?:ped)?|pending|disabled|not ?run|ignored|todo|flaky)$/i;
/** A record that says nothing of its outcome failed if it has a text here. */
const ERROR_FIELDS = ["err", "error", "failuremessages", "failuremessage", "exception"];
const TRUE_IF_PASSED = ["ok", "passed", "pass", "success", "successful", "succeeded"];
/** What a record says of a failure is no test of its own, although an error has a name too. */
const ERROR_KEY =
  /^(?:err|error|exception|failure|crash|errorinfo|problem|errormessage|failuremessage|longrepr)$/;
/** A list of what failed: of tests where its items have names. */
const FAILURES_KEY = /^(?:failures|failed|failing|fail|errors|errored|broken|testfailed|failedtests?)$/;
/** Parts of a test, which pass their failure on to it. */
const PART_KEY =
  /^(?:steps?|results?|attempts?|retries|assertions?|hooks?|before|after|setup|call|teardown|invocations|stages|status|kw|output|overallresult|teststepresult|expression|incident|issues?|exception|failedexpectations|section)$/;
const NAME_KEYS = [
  "title",
  "testname",
  "test",
  "name",
  "id",
  "description",
  "displayname",
  "fullname",
  "fulltitle",
  "fulldescription",
  "nodeid",
  "methodname",
];
const FULL_NAME_KEYS = ["fullname", "fulltitle", "fulldescription", "nodeid"];
const OWNER_KEYS = ["classname", "class", "package", "fixture", "suite", "suitename", "file"];
const MESSAGE_KEYS = [
  "message",
  "messages",
  "errormessage",
  "failuremessages",
  "failuremessage",
  "failure",
  "longrepr",
  "exceptionmessage",
  "error",
  "err",
  "exception",
  "text",
  "details",
  "stack",
  "stacktrace",
  "trace",
  "reason",
];
/** What a test printed says what was wrong only where nothing else does. */
const PRINTED_KEYS = ["stdout", "stderr", "output", "log", "systemout", "systemerr"];
const ERROR_CLASS_KEYS = ["class", "type", "name", "errorclass", "exceptionclass"];
const ERROR_CLASS = /(?:Error|Exception|Failure|Fault)$/;
/** An id that a person would call a test by. */
const SPEAKING_ID = /^[A-Za-z_]\w*(?:[.:-]+\w+)*$/;
const LONGEST_NAME = 300;
const PRINTED_LINES = 6;
const BACKTRACE = /^\s*(?:stack ?(?:back)?trace|backtrace)\b/i;
const MAX_DEPTH = 120;
const MAX_TESTS = 5_000;
const MAX_HOPS = 5;
/** So many failed tests for one name are told apart by something else. */
const LEAST_ALIKE = 3;
const MOST_DISTINCT = 0.8;
const NO_TEXT =
  /^(?:name|title|file|filename|path|classname|class|id|raw|operator|time(?:stamp)?|at|stack|location|fullname|comment)$/;
const TEXTS_DEPTH = 3;
const MOST_TEXTS = 4;

interface Visit {
  /** Failed, and not told of as a test yet. */
  readonly failed: boolean;
  readonly messages: readonly string[];
  /** Tests that were told of inside. */
  readonly tests: number;
}

const NOTHING: Visit = { failed: false, messages: [], tests: 0 };

/**
 * Finds the tests that failed in a report of any form: the innermost records that have a name, and that say of
 * themselves, in a part of theirs or by the list they stand in that they failed.
 */
export class FailedRecords {
  readonly #found: FailedRecord[] = [];
  /** The records of those found. */
  readonly #records: ReportRecord[] = [];
  /** Records by their ids: some reports tell of outcomes and of names in different places. */
  readonly #byId = new Map<string, ReportRecord>();

  constructor(roots: readonly ReportRecord[]) {
    for (const root of roots) this.#index(root, 0);
    for (const root of roots) this.#visit(root, [], 0);
  }

  /** The tests that failed; where nearly all have one name, by a field that tells them apart. */
  get tests(): readonly FailedRecord[] {
    const names = new Set(this.#found.map(({ path }) => path.join("\n")));
    if (names.size * LEAST_ALIKE > this.#found.length) return this.#found;
    const key = distinctField(this.#records);
    if (key === undefined) return this.#found;
    return this.#found.map((test, index) => ({
      path: [oneLine((this.#records[index]?.fields.get(key) ?? "").replace(/^[#\s]+/, ""), LONGEST_NAME)],
      messages: [...test.messages, test.path.at(-1) ?? ""],
    }));
  }

  #index(record: ReportRecord, depth: number): void {
    const id = record.fields.get("id");
    if (id !== undefined && id.length >= 8 && !this.#byId.has(id)) this.#byId.set(id, record);
    if (depth < MAX_DEPTH) for (const child of record.children) this.#index(child, depth + 1);
  }

  #visit(record: ReportRecord, owners: readonly string[], depth: number): Visit {
    if (depth > MAX_DEPTH || this.#found.length >= MAX_TESTS) return NOTHING;
    const key = plainKey(record.key);
    const outcome = outcomeOf(record);
    const name = ERROR_KEY.test(key) || PART_KEY.test(key) ? undefined : nameOf(record);
    const inside = this.#visitChildren(record, name === undefined ? owners : [...owners, name], depth);
    if (outcome === "passed" || inside.tests > 0) return { ...NOTHING, tests: inside.tests };
    if (outcome !== "failed" && !inside.failed && !isError(record)) return NOTHING;
    const messages = [...inside.messages, ...messagesOf(record, PART_KEY.test(key))];
    const path = name === undefined ? this.#namedElsewhere(record) : pathOf(record, name, owners);
    if (path === undefined) return { failed: true, messages, tests: 0 };
    const told = [messages, printedBy(record)].find((list) => list.length > 0) ?? textsIn(record, path);
    this.#found.push({ path, messages: told });
    this.#records.push(record);
    return { ...NOTHING, tests: 1 };
  }

  #visitChildren({ children }: ReportRecord, owners: readonly string[], depth: number): Visit {
    const visits = children.map((child) => this.#visit(child, owners, depth + 1));
    const failed = visits.filter((visit) => visit.failed);
    return {
      failed: failed.length > 0,
      messages: failed.flatMap(({ messages }) => messages),
      tests: visits.reduce((sum, { tests }) => sum + tests, 0),
    };
  }

  /** The name that a record has where its ids lead to, the nearest first. */
  #namedElsewhere(record: ReportRecord): readonly string[] | undefined {
    let reached: readonly ReportRecord[] = [record];
    const seen = new Set<ReportRecord>();
    for (let hop = 0; reached.length > 0 && hop < MAX_HOPS; hop += 1) {
      reached = reached.flatMap((at) => this.#referred(at)).filter((at) => !seen.has(at) && seen.add(at));
      const name = reached.map((at) => at.fields.get("name") ?? at.fields.get("title")).find(isSpeaking);
      if (name !== undefined) return [oneLine(name, LONGEST_NAME)];
    }
    return undefined;
  }

  #referred({ fields }: ReportRecord): readonly ReportRecord[] {
    return [...fields].flatMap(([key, value]) => {
      const record = key !== "id" && key.endsWith("id") ? this.#byId.get(value) : undefined;
      return record === undefined ? [] : [record];
    });
  }
}

/** The field that has another short text in most of the records. */
function distinctField(records: readonly ReportRecord[]): string | undefined {
  const values = new Map<string, Set<string>>();
  for (const { fields } of records)
    for (const [key, value] of fields)
      if (value.length <= LONGEST_NAME && /\p{L}{2}/u.test(value) && !MESSAGE_KEYS.includes(key))
        values.set(key, (values.get(key) ?? new Set()).add(value));
  const [best] = [...values].sort(([, one], [, other]) => other.size - one.size);
  return best !== undefined && best[1].size >= records.length * MOST_DISTINCT ? best[0] : undefined;
}

/** The texts of what a failed test holds, where none of them is called a message. */
function textsIn(record: ReportRecord, path: readonly string[], depth = 0): readonly string[] {
  const own = [...record.fields]
    .filter(([key, value]) => !NO_TEXT.test(key) && isText(value))
    .map(([, value]) => value);
  const inside =
    depth < TEXTS_DEPTH ? record.children.flatMap((child) => textsIn(child, path, depth + 1)) : [];
  const texts = new Set([...own, ...inside].map((text) => text.trim()));
  return [...texts].filter((text) => !path.includes(text)).slice(0, MOST_TEXTS);
}

const isText = (value: string): boolean => /\p{L}{2}.* .*\p{L}{2}|^["'`].*\p{L}{2}/su.test(value);

const isSpeaking = (name: string | undefined): name is string => name !== undefined && /\p{L}{2}/u.test(name);

function isError({ key, fields }: ReportRecord): boolean {
  const plain = plainKey(key);
  return fields.size > 0 && (ERROR_KEY.test(plain) || FAILURES_KEY.test(plain));
}

function outcomeOf({ fields }: ReportRecord): "failed" | "passed" | undefined {
  let passed = false;
  for (const key of OUTCOME_KEYS) {
    const value = fields.get(key)?.trim() ?? "";
    if (FAILED_WORD.test(value)) return "failed";
    passed ||= PASSED_WORD.test(value);
  }
  for (const key of TRUE_IF_PASSED) {
    const value = fields.get(key);
    if (value === "false") return "failed";
    passed ||= value === "true";
  }
  if ([...fields].some(([key, value]) => value === "false" && key.endsWith("success"))) return "failed";
  if (fields.get("failed") === "true" || fields.get("failure") === "true") return "failed";
  if (passed) return "passed";
  return ERROR_FIELDS.some((key) => /\p{L}{2}/u.test(fields.get(key) ?? "") && !isFlag(fields.get(key)))
    ? "failed"
    : undefined;
}

const isFlag = (value: string | undefined): boolean => value === "true" || value === "false";

const isMute = (id: string): boolean => !SPEAKING_ID.test(id) || /^[0-9a-f-]{16,}$/i.test(id);

/** The name of a record: its own, or that of the test which is told inside it. */
const nameOf = (record: ReportRecord): string | undefined =>
  ownName(record) ??
  record.children
    .filter(({ key }) => plainKey(key) === "test")
    .map(ownName)
    .find((name) => name !== undefined);

function ownName({ fields }: ReportRecord): string | undefined {
  for (const key of NAME_KEYS) {
    const value = fields.get(key);
    if (value === undefined || value.length > LONGEST_NAME || !/\p{L}{2}/u.test(value)) continue;
    if (ERROR_CLASS.test(value) || (key === "id" && isMute(value))) continue;
    return oneLine(value, LONGEST_NAME);
  }
  return undefined;
}

/** The name below what it belongs to: as the record itself says it, or by the records around it. */
function pathOf({ fields }: ReportRecord, name: string, owners: readonly string[]): readonly string[] {
  for (const key of FULL_NAME_KEYS) {
    const full = fields.get(key);
    if (full === undefined || full === name || !full.endsWith(name)) continue;
    const owner = oneLine(full.slice(0, -name.length), LONGEST_NAME).replace(/[\s>:›.#/-]+$/u, "");
    return owner === "" ? [name] : [owner, name];
  }
  const owner = OWNER_KEYS.map((key) => fields.get(key)).find((value) => value !== undefined && value !== "");
  const around = owner === undefined ? owners.slice(-2) : [oneLine(owner, LONGEST_NAME)];
  return [...around.filter((other) => !name.includes(other)), name];
}

function messagesOf({ fields }: ReportRecord, isPart: boolean): readonly string[] {
  const found: string[] = [];
  for (const key of isPart ? [...MESSAGE_KEYS, "description"] : MESSAGE_KEYS) {
    const value = fields.get(key)?.trim() ?? "";
    if (!/\p{L}{2}|\d/u.test(value) || /^(?:true|false|\d+)$/.test(value)) continue;
    const said = found.some((other) => other.includes(value) || value.includes(other));
    if (!said) found.push(value);
  }
  // Some put the message where others say the class of the error.
  const told = fields.get("type")?.trim() ?? "";
  if (/\S \S+ \S/.test(told) && !found.some((other) => other.includes(told))) found.unshift(told);
  const [first, ...rest] = found;
  if (first === undefined) return [];
  const type = ERROR_CLASS_KEYS.map((key) => fields.get(key)).find(
    (value) => value !== undefined && ERROR_CLASS.test(value),
  );
  return [type === undefined || first.includes(type) ? first : `${type}: ${first}`, ...rest];
}

/** The last lines that a test without any message printed. */
function printedBy({ fields }: ReportRecord): readonly string[] {
  const printed = PRINTED_KEYS.map((key) => fields.get(key)?.trim() ?? "").filter((text) => text !== "");
  return printed.map((text) => {
    const lines = text.split("\n");
    const frames = lines.findIndex((line) => BACKTRACE.test(line));
    return lines
      .slice(0, frames > 0 ? frames : lines.length)
      .slice(-PRINTED_LINES)
      .join("\n");
  });
}

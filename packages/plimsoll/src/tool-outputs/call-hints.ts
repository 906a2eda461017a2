import type { ToolCallView } from "../conversation/item-view.js";
import { type ArgumentField, callFields, COMMAND_KEY, firstText, PATH_KEY } from "./call-fields.js";
import { searchPattern } from "./search-pattern.js";
import { patternLiterals } from "./pattern-literals.js";

/** What a call reveals about its output. Empty strings and lists if it reveals nothing. */
export interface CallHints {
  readonly toolName: string;
  readonly command: string;
  readonly path: string;
  /** What a search asked for, as it was asked. */
  readonly query: string;
  /** The exact strings that a search looked for, longest first; several for alternatives. */
  readonly literals: readonly string[];
  /** The call searches for a pattern, whether or not exact strings could be read out of it. */
  readonly isSearch: boolean;
  /** The number of the first line of the output in its file. */
  readonly firstLine: number;
}

const PATTERN_KEY =
  /^(?:pattern|regex|regexp|query|q|search|search_term|search_query|needle|keyword|keywords|term)$/i;
const LINE_KEY = /^(?:offset|start_?line|line_?start|from_?line|start)$/i;
const SEARCH_TOOL = /grep|search|ripgrep|(?:^|_)rg$|find_in|findstr/i;
const LITERAL_FLAG = /^(?:fixed_?strings?|literal|is_?regex)$/i;

const NONE: CallHints = {
  toolName: "",
  command: "",
  path: "",
  query: "",
  literals: [],
  isSearch: false,
  firstLine: 1,
};

const known = new WeakMap<ToolCallView, CallHints>();

/** The hints of a call, read once per call. */
export function readCallHints(call: ToolCallView | undefined): CallHints {
  if (call === undefined) return NONE;
  let hints = known.get(call);
  if (hints === undefined) {
    hints = readHints(call);
    known.set(call, hints);
  }
  return hints;
}

function readHints(call: ToolCallView): CallHints {
  const fields = callFields(call);
  const command = firstText(fields, COMMAND_KEY);
  const shellPattern = command === "" ? undefined : searchPattern(command);
  const named = firstText(fields, PATTERN_KEY);
  const isSearch = shellPattern !== undefined || (named !== "" && SEARCH_TOOL.test(call.name));
  const literalFlag = fields.some(([key, value]) => LITERAL_FLAG.test(key) && value === !/is/i.test(key));
  const literals = shellPattern
    ? patternLiterals(shellPattern.pattern, shellPattern.fixed)
    : named === ""
      ? []
      : patternLiterals(named, literalFlag);
  return {
    toolName: call.name.slice(0, 200),
    command,
    path: firstText(fields, PATH_KEY),
    query: shellPattern?.pattern ?? named,
    literals,
    isSearch,
    firstLine: firstLine(fields, command),
  };
}

function firstLine(fields: readonly ArgumentField[], command: string): number {
  for (const [name, value] of fields) {
    if (LINE_KEY.test(name) && typeof value === "number" && Number.isInteger(value) && value > 0)
      return value;
    if (name === "view_range" && Array.isArray(value) && Number.isInteger(value[0]) && value[0] > 0)
      return value[0];
  }
  const range = /\bsed -n ['"]?(\d{1,9}),\d+p/.exec(command.slice(0, 2_000));
  return range === null ? 1 : Number(range[1]);
}

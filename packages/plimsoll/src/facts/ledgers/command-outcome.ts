import type { CommandOutcome } from "../checkpoint/checkpoint.js";

import { CUES } from "../cues/cues.js";

const EDGE_CHARACTERS = 1_000;
const MAX_FAILING_TESTS = 20;
const MAX_TEST_NAME_CHARACTERS = 200;
const EXIT_CODE =
  /\b(?:exit(?:ed)?|return(?:ed)?)[ _-]?(?:with )?(?:exit )?(?:code|status|value)?["']?\s{0,3}(?:[:=]|is|of|with code|code|status|>)?\s{0,3}(-?\d{1,5})\b|<exit_?code>\s{0,3}(-?\d{1,5})/gi;
const FAILING_TEST: readonly RegExp[] = [
  /^(?:FAILED|ERROR)\s{1,4}([\w./-]{1,150}::[^\n]{1,200}?)(?: - |$)/,
  /^\s{0,12}--- FAIL: ([^\s(]{1,200})/,
  /^\s{0,20}(?:✕|✗|✘|×|❌)\s{1,3}(.{1,200}?)(?:\s\(?\d+(?:\.\d+)?\s?m?s\)?)?$/,
  /^\s{0,12}not ok \d{1,7} -? ?(.{1,200})$/,
  /^test (\S{1,200}) \.\.\. FAILED$/,
  /^\s{0,8}● (.{1,100} › .{1,150})$/,
  /^\s{0,8}FAIL\s{1,4}(\S{1,200}\.\w{1,5}(?: >.{1,200})?)/,
  /^(?:FAIL|ERROR): (test\w{0,150} \([\w.]{1,200}\))/,
  /^(test_\w{1,150}) \([\w.]{1,200}\) ?\.\.\. (?:FAIL|ERROR)$/,
  /^\[ERROR\]\s{1,4}([\w.]{1,150}[.:#]\w{1,150})(?::\d+)?\s/,
];

export interface OutcomeFacts {
  readonly outcome: CommandOutcome;
  readonly exitCode: number | null;
}

/** How a command ended, read from the beginning and end of its result. */
export function commandOutcome(text: string, isError: boolean): OutcomeFacts {
  const short = text.length <= EDGE_CHARACTERS * 2;
  const edges = short ? text : `${text.slice(0, EDGE_CHARACTERS)}\n${text.slice(-EDGE_CHARACTERS)}`;
  let exitCode: number | null = null;
  for (const match of edges.matchAll(EXIT_CODE)) exitCode = Number(match[1] ?? match[2]) || 0;
  if (exitCode !== null) return { outcome: exitCode === 0 && !isError ? "ok" : "failed", exitCode };
  if (isError) return { outcome: "failed", exitCode };
  if (CUES.has("running command", edges)) return { outcome: "running", exitCode };
  const failed = CUES.has("failed command", edges) || (text.length < 300 && CUES.has("shell failure", text));
  return { outcome: failed ? "failed" : "ok", exitCode };
}

const MAY_FAIL = /fail|error|[✕✗✘×❌●]|not ok/i;

/** The names of failing tests in the reports of common test runners. */
export function failingTests(text: string): string[] {
  const names = new Set<string>();
  if (!MAY_FAIL.test(text)) return [];
  for (const line of text.split("\n")) {
    if (names.size >= MAX_FAILING_TESTS) break;
    if (line.length > 500 || !MAY_FAIL.test(line)) continue;
    for (const pattern of FAILING_TEST) {
      const name = pattern.exec(line)?.[1]?.trim();
      if (name === undefined) continue;
      names.add(name.slice(0, MAX_TEST_NAME_CHARACTERS));
      break;
    }
  }
  return [...names];
}

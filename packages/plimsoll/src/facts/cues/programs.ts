import type { CueLanguage } from "./cue-language.js";

const r = String.raw;

/**
 * What programs print: log lines, stack frames, errors, outcomes of commands and tests. No person says it.
 */
export const PROGRAMS: CueLanguage = {
  name: "Programs",
  edges: [r`\b`, r`\b`],
  lists: {
    level: "TRACE, DEBUG, INFO, WARN, WARNING, ERROR, FATAL, CRITICAL, E, W",
    weekday: "Mon, Tue, Wed, Thu, Fri, Sat, Sun",
    month: "Jan, Feb, Mar, Apr, May, Jun, Jul, Aug, Sep, Oct, Nov, Dec",
    failed: "failed, failing, failures?, errors?",
  },
  cues: {
    "machine line": [
      {
        pattern: r`^\s{0,8}(?:\$|>>>|>|\|)(?:\s|$)`,
        caseSensitive: true,
        example: "$ npm test",
        counterExample: "Pay $5",
      },
      {
        pattern: r`^\s{0,12}at (?:(?:async|new) )?(?=[^\s\d])\S{1,200}(?: \[as [^\]]{1,80}\])?(?:\s\(\S{0,300}|\(\S{0,200})?:\d`,
        caseSensitive: true,
        example: "    at run (/app/index.js:10:5)",
        counterExample: "at noon we meet",
      },
      {
        pattern: r`^\s{0,12}at \S{1,200}\((?:Native Method|Unknown Source|<anonymous>)\)`,
        caseSensitive: true,
        example: "    at java.lang.Thread.run(Unknown Source)",
        counterExample: "at home (Unknown Source)",
      },
      {
        pattern: r`^\s{0,12}File ".{0,300}", line \d`,
        caseSensitive: true,
        example: '  File "app.py", line 3, in main',
        counterExample: 'The file "app.py" has a line 3',
      },
      {
        pattern: r`^\s{0,4}\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d`,
        caseSensitive: true,
        example: "2026-01-05 10:00,123 ready",
        counterExample: "2026-01-05 is the day",
      },
      {
        pattern: r`^\s{0,4}\[?\d\d:\d\d:\d\d`,
        caseSensitive: true,
        example: "[10:00:00] ready",
        counterExample: "Meet at 10:00",
      },
      {
        pattern: r`^\s{0,4}\[?{level}\]?[:\s]\s{0,8}\S{1,80}[:.\]]`,
        caseSensitive: true,
        example: "[WARN] cache: cold",
        counterExample: "Warn me: it matters",
      },
      {
        pattern: r`^(?:\[?{weekday},?\s)?\[?{month}\s{1,2}\d{1,2}\s\d\d:\d\d:\d\d`,
        caseSensitive: true,
        example: "Jan  5 10:00:00 host sshd",
        counterExample: "Jan 5 at ten",
      },
      {
        pattern: r`^(?:[\w.$]{1,80}\.)?[A-Z]\w{0,60}(?:Error|Exception|Warning|Fault)(?: \[[\w-]{1,40}\])?: `,
        caseSensitive: true,
        example: "TypeError: x is undefined",
        counterExample: "An Error: never swallow it",
      },
      {
        pattern: r`^E {2,8}\S`,
        caseSensitive: true,
        example: "E   assert 1 == 2",
        counterExample: "E is a letter",
      },
      { pattern: r`^\s{0,8}\{"`, caseSensitive: true, example: '{"id": 1}', counterExample: "{ braces }" },
      {
        pattern: r`^npm (?:ERR|WARN|error|warn)\b`,
        caseSensitive: true,
        example: "npm warn deprecated",
        counterExample: "npm works",
      },
      {
        pattern: r`^(?=.{0,300}\blevel=\w)(?=.{0,300}\b(?:msg|message|ts|time)=)`,
        caseSensitive: true,
        example: "level=info msg=ready",
        counterExample: "the level=info setting",
      },
      {
        pattern: r`^(?:diff --git|@@ |\+\+\+ |--- |index [0-9a-f]{7})`,
        caseSensitive: true,
        example: "@@ -1,3 +1,4 @@",
        counterExample: "index cards",
      },
      {
        pattern: r`^[+-](?![\s-])\S{0,200}[({;=]`,
        caseSensitive: true,
        example: "+run();",
        counterExample: "- run it",
      },
      {
        pattern: r`^\s{0,40}[{}[\]();,]{1,4}\s{0,4}$`,
        caseSensitive: true,
        example: "  });",
        counterExample: "(a)",
      },
      {
        pattern: r`^\s{0,40}["'][\w-]{1,60}["']\s{0,4}:`,
        caseSensitive: true,
        example: '  "name": "x"',
        counterExample: '"Hello" she said',
      },
      {
        pattern: r`^\s{0,8}(?:[+-]\s{1,4})?\d{1,6}(?:\s{0,4}[|│→:+]|\s{1,4}-\s|\t)`,
        caseSensitive: true,
        example: " 12 | return x",
        counterExample: "12 files",
      },
      {
        pattern: r`^\s{0,40}(?:"""|'''|\/\/|\/\*|#!)`,
        caseSensitive: true,
        example: "// a remark",
        counterExample: "/etc is a folder",
      },
      {
        pattern: r`^(?:Traceback|Caused by|Exception in|npm ERR!|make(?:\[\d+\])?:|fatal:|error(?:\[\w+\])?:|warning(?:\[\w+\])?:)`,
        caseSensitive: true,
        example: "fatal: not a git repository",
        counterExample: "fatal mistakes",
      },
      {
        pattern: r`^\s{0,4}(?:\S{1,200}\/)?[\w.-]{1,100}:\d{1,7}(?::\d{1,7})?[:\s]`,
        caseSensitive: true,
        example: "src/app.ts:10:5: unused",
        counterExample: "See src/app.ts",
      },
      {
        pattern: r`^\s{0,12}<!--.{0,2000}-->\s{0,4}$`,
        caseSensitive: true,
        example: "<!-- remark -->",
        counterExample: "<b>bold</b>",
      },
      // Code by its first word and a shape that prose does not have.
      {
        pattern: r`^\s{0,40}(?:const|let|var)\s[\w$[\]{},\s]{1,120}[=:]`,
        caseSensitive: true,
        example: "const x = 1",
        counterExample: "let us see",
      },
      {
        pattern: r`^\s{0,40}(?:async\s)?(?:function|def|class)\s[\w$]{0,80}\s?[({:<]|^\s{0,40}class\s\w{1,80}\s(?:extends|implements)\b`,
        caseSensitive: true,
        example: "def main():",
        counterExample: "class names matter",
      },
      {
        pattern: r`^\s{0,40}import\s(?:[{*"']|[\w$]{1,80}(?:\s?,\s?\{.{0,200}\})?\sfrom\s["']|[\w.]{1,120};?\s{0,4}$)`,
        caseSensitive: true,
        example: 'import x from "y"',
        counterExample: "import it from there",
      },
      {
        pattern: r`^\s{0,40}from\s\S{1,120}\simport\b`,
        caseSensitive: true,
        example: "from os import path",
        counterExample: "from here on",
      },
      {
        pattern: r`^\s{0,40}(?:return|if|for|while|switch)\s?\S{0,200}\([^)]{0,200}\)?\s?[;{]?$`,
        caseSensitive: true,
        example: "if (x)",
        counterExample: "if so",
      },
      {
        pattern: r`^\s{0,40}(?:public|private|protected|export|static)\s(?:[\w$<>[\]]{1,60}\s){0,4}[\w$]{1,80}\s?[=({;]`,
        caseSensitive: true,
        example: "public void run() x",
        counterExample: "public opinion",
      },
    ],
    // Lines that say what went wrong, the most telling first.
    "named error": [
      {
        pattern: r`^(?:\s{0,4}E\s{1,8})?(?:[\w.]{1,80}\.)?[A-Z]\w{0,60}(?:Error|Exception|Panic|Fault)\b\s{0,2}(?:\[[\w-]{1,40}\])?:? ?\S`,
        caseSensitive: true,
        example: "TypeError: x is undefined",
        counterExample: "an error",
      },
    ],
    "error at a place": [
      {
        pattern: r`^\S{1,200}(?:\(\d+,\d+\)|:\d+(?::\d+)?):? (?:fatal )?error\b`,
        example: "src/app.ts(3,5): error TS2304",
        counterExample: "src/app.ts has an error",
      },
    ],
    "error line": [
      {
        pattern: r`^\s{0,8}(?:error(?:\[\w{1,20}\])?|fatal|panic)\b\s{0,2}[:!：]? ?\S`,
        example: "error[E0308]: mismatched types",
        counterExample: "no error",
      },
    ],
    "failure phrase": [
      {
        words:
          "command not found, No such file or directory, Permission denied, ENOENT, EACCES, ECONNREFUSED, Cannot find module, timed out, undefined reference, syntax error",
        example: "sh: Permission denied",
        counterExample: "Permission granted",
      },
      {
        words: "not found, failed to, cannot, could not, unable to, invalid, unexpected",
        example: "could not resolve host",
        counterExample: "resolved host",
      },
    ],
    "failed test line": [
      {
        pattern: r`^\s{0,8}(?:FAILED|FAIL|✕|✗|×|not ok)\s`,
        caseSensitive: true,
        example: "FAIL src/app.test.ts",
        counterExample: "Fail early",
      },
    ],
    "failed result": [
      {
        pattern: r`^\s{0,20}(?:\[?error\b|\{"error"|<error>|<tool_use_error>|failed\b)`,
        example: "[error] no such tool",
        counterExample: "0 errors",
      },
    ],
    "refused result": [
      {
        pattern: r`^\s{0,20}(?:[\[<{("]{0,2}(?:tool_use_)?error\b|failed\b|permission denied|access denied|denied\b|rejected\b|refused\b|aborted\b|cancell?ed by)`,
        example: "<tool_use_error>String to replace was not there</tool_use_error>",
        counterExample: "0 errors",
      },
      {
        pattern: r`^\s{0,20}(?:the )?user (?:doesn't|does not|didn't|did not|rejected|declined|denied|refused|cancell?ed|interrupted)\b`,
        example: "The user doesn't want to proceed with this tool use.",
        counterExample: "The user table has two columns.",
      },
      {
        pattern: r`^\s{0,20}(?:could not|cannot|can't|unable to|not able to|invalid|no (?:changes?|replacements?|match(?:es)?|such file|edits?)\b)`,
        example: "Could not find the exact text in a.ts.",
        counterExample: "The changes are in a.ts.",
      },
      {
        pattern: r`^[^\n]{0,100}\b(?:(?:not|no match(?:es)?) found|found \d{1,6} (?:matches|occurrences)|multiple (?:matches|occurrences)|not unique|has not been read)\b`,
        example: "String to replace not found in file.",
        counterExample: "Found the string and replaced it.",
      },
      {
        pattern: r`^[^\n]{0,100}\b(?:did|does|do) not (?:exist|match|apply|appear)\b`,
        example: "The hunk does not apply.",
        counterExample: "The hunk applies.",
      },
    ],
    "failure text": [
      {
        pattern: r`^(?:(?:internal server |fatal |api |http |network )?error\b\s{0,3}[:(\d]|exception\b|traceback \(most recent)`,
        example: "API error: overloaded",
        counterExample: "Errors were fixed.",
      },
      {
        pattern: r`^\d{3} (?:bad|internal|service|gateway|too many|unauthorized|forbidden)`,
        example: "502 Bad Gateway",
        counterExample: "502 tests",
      },
    ],
    // A result that only says that the command failed tells nothing that its outcome does not.
    "exit notice": [
      {
        pattern: r`^\s{0,8}[[(<]?(?:the )?(?:command|process|error:?|exit)?\s?(?:exited|completed|finished|failed|exit)?\s?(?:with\s)?(?:exit\s)?(?:code|status):?\s{0,3}-?\d{1,5}[\])>.]{0,2}\s{0,8}$`,
        example: "Command failed with exit code 1",
        counterExample: "exit code 1: disk full",
      },
    ],
    success: [{ pattern: r`^(?:ok\b|pass(?:ed)?\b|[✓✔√])`, example: "✓ adds", counterExample: "adds" }],
    "running command": [
      {
        words:
          "still running, running (?:in (?:the )?background|with (?:session|process)), process running, no exit code yet",
        example: "Still running.",
        counterExample: "It was running.",
      },
      {
        words: "(?:started|moved) (?:in|to) (?:the )?background, timed out",
        example: "Moved to the background.",
        counterExample: "The background is blue.",
      },
    ],
    "failed command": [
      {
        pattern: r`\b([1-9]\d{0,6}) (?:tests? |specs? |suites? )?{failed}\b`,
        example: "3 tests failed",
        counterExample: "0 tests failed",
      },
      {
        pattern: r`(?:^|\n)FAILED \(|\bBUILD FAILED\b|\btest result: FAILED\b`,
        example: "FAILED (errors=x)",
        counterExample: "it FAILED (again)",
      },
    ],
    "shell failure": [
      {
        pattern:
          "command not found|No such file or directory|Permission denied|not recognized as an internal",
        example: "foo: command not found",
        counterExample: "found foo",
      },
    ],
    started: [
      {
        words: "running, started, background, spawned, launched, listening, opened",
        example: "listening on 80",
        counterExample: "closed",
      },
    ],
    ended: [
      {
        words:
          "exited, exit code, completed, finished, terminated, killed, stopped, closed, shut ?down, not found, no such process",
        example: "process 12 killed",
        counterExample: "process 12 runs",
      },
      {
        pattern: r`"status":\s{0,3}"(?:completed|done|closed|failed|killed)"`,
        example: '{"status": "done"}',
        counterExample: '{"status": "open"}',
      },
    ],
    "taken away": [
      {
        words:
          "closed, withdrawn, terminated, removed, deleted, cancell?ed, revoked, destroyed, reverted, rolled back, expired, stopped, killed, dropped, superseded, replaced, retired, decommissioned, unpublished, yanked",
        example: "Closed pull request #4",
        counterExample: "Opened pull request #4",
      },
    ],
  },
  wordLists: {
    // Nobody has to do any more what was called off.
    "finished state": {
      words: "cancelled, canceled, deleted, removed, skipped, dropped, abandoned, obsolete, resolved, merged",
      example: "cancelled",
      counterExample: "waiting",
    },
  },
};

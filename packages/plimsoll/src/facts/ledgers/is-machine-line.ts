/** Lines that a machine wrote: prompts, stack frames, log stamps, diffs, quotes, records, tables, code. */
const MACHINE_LINE: readonly RegExp[] = [
  /^\s{0,8}(?:\$|>>>|>|\|)(?:\s|$)/,
  /^\s{0,12}at (?:(?:async|new) )?(?=[^\s\d])\S{1,200}(?: \[as [^\]]{1,80}\])?(?:\s\(\S{0,300}|\(\S{0,200})?:\d/,
  /^\s{0,12}at \S{1,200}\((?:Native Method|Unknown Source|<anonymous>)\)/,
  /^\s{0,12}File ".{0,300}", line \d/,
  /^\s{0,4}\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\s{0,4}\[?\d\d:\d\d:\d\d/,
  /^\s{0,4}\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL|E|W)\]?[:\s]\s{0,8}\S{1,80}[:.\]]/,
  /^(?:\[?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s)?\[?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s{1,2}\d{1,2}\s\d\d:\d\d:\d\d/,
  /^(?:[\w.$]{1,80}\.)?[A-Z]\w{0,60}(?:Error|Exception|Warning|Fault)(?: \[[\w-]{1,40}\])?: /,
  /^E {2,8}\S|^\s{0,8}\{"|^npm (?:ERR|WARN|error|warn)\b/,
  /^(?=.{0,300}\blevel=\w)(?=.{0,300}\b(?:msg|message|ts|time)=)/,
  /^(?:diff --git|@@ |\+\+\+ |--- |index [0-9a-f]{7})/,
  /^[+-](?![\s-])\S{0,200}[({;=]/,
  /^\s{0,40}[{}[\]();,]{1,4}\s{0,4}$/,
  /^\s{0,40}["'][\w-]{1,60}["']\s{0,4}:/,
  /^\s{0,8}(?:[+-]\s{1,4})?\d{1,6}(?:\s{0,4}[|│→:+]|\s{1,4}-\s|\t)/,
  /^\s{0,40}(?:"""|'''|\/\/|\/\*|#!)/,
  /^(?:Traceback|Caused by|Exception in|npm ERR!|make(?:\[\d+\])?:|fatal:|error(?:\[\w+\])?:|warning(?:\[\w+\])?:)/,
  /^\s{0,4}(?:\S{1,200}\/)?[\w.-]{1,100}:\d{1,7}(?::\d{1,7})?[:\s]/,
  /^\s{0,12}<!--.{0,2000}-->\s{0,4}$/,
  // Code by its first word and a shape that prose does not have.
  /^\s{0,40}(?:const|let|var)\s[\w$[\]{},\s]{1,120}[=:]/,
  /^\s{0,40}(?:async\s)?(?:function|def|class)\s[\w$]{0,80}\s?[({:<]|^\s{0,40}class\s\w{1,80}\s(?:extends|implements)\b/,
  /^\s{0,40}import\s(?:[{*"']|[\w$]{1,80}(?:\s?,\s?\{.{0,200}\})?\sfrom\s["']|[\w.]{1,120};?\s{0,4}$)|^\s{0,40}from\s\S{1,120}\simport\b/,
  /^\s{0,40}(?:return|if|for|while|switch)\s?\S{0,200}\([^)]{0,200}\)?\s?[;{]?$/,
  /^\s{0,40}(?:public|private|protected|export|static)\s(?:[\w$<>[\]]{1,60}\s){0,4}[\w$]{1,80}\s?[=({;]/,
];

/** A semicolon ends a line of code, or a clause of at least five plain words. */
const CLAUSE_WITH_SEMICOLON = /^[\p{L}\p{N}'’`,.()\s-]{0,400};$/u;
const isCodeEnd = (bare: string): boolean =>
  bare.endsWith("{") ||
  (bare.endsWith(";") && !(CLAUSE_WITH_SEMICOLON.test(bare) && bare.split(/\s+/, 5).length === 5));

/** True for a line that nobody wrote as a sentence. */
export const isMachineLine = (line: string, bare: string): boolean =>
  isCodeEnd(bare) || MACHINE_LINE.some((pattern) => pattern.test(line));

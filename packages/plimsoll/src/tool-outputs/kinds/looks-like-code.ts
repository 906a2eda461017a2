import type { CallHints } from "../call-hints.js";
import { lineValue } from "../evidence/code-evidence.js";
import type { TextSample } from "../text-sample.js";

const SOURCE_FILE =
  /\.(?:[cm]?[jt]sx?|py|pyi|rb|go|rs|java|kt|kts|scala|swift|c|cc|cpp|cxx|h|hh|hpp|cs|fs|php|pl|pm|lua|r|jl|ex|exs|erl|hs|ml|clj|dart|sh|bash|zsh|ps1|sql|proto|vue|svelte|css|scss|less|toml|ya?ml|gradle|tf|zig|nim|md|rst)$/i;
const CODE_END = /[{};]\s*$|\)\s*[:{]?\s*$|=>\s*$|,\s*$|^\s*[})\]]/;
const CODE_WORD =
  /^\s*(?:if|else|elif|for|while|return|import|from|const|let|var|def|class|function|func|fn|pub|public|private|static|try|catch|except|switch|case|#include|use|package|end|self\.|this\.|@\w+|\/\/|\/\*|\*|#)\b|^\s*(?:\/\/|\/\*|\*\/|\* )/;
const NUMBER_COLUMN = /^\s{0,8}\d{1,7}(?:\t|→|\||: | {2})/;
const LOG_LINE = /^\[?\d{4}-\d{2}-\d{2}|^\d{2}:\d{2}:\d{2}|\b(?:INFO|DEBUG|WARN|ERROR|TRACE)\b/;

/** A source file, by the density of lines that look like code; the path in the call lowers the bar. */
export function looksLikeCode(sample: TextSample, hints: CallHints): boolean {
  const lines = sample.lines.map((line) => line.replace(NUMBER_COLUMN, ""));
  if (lines.length < 3) return false;
  const atLeast = (share: number) => (found: number) => found / lines.length >= share;
  const codes = (share: number): boolean => reach(lines, isCode, atLeast(share));
  const logs = (share: number): boolean => reach(lines, isLogged, atLeast(share));
  const declare = (least: number): boolean => reach(lines, isDeclaration, (found) => found >= least);
  const path = hints.path === "" ? readPath(hints.command) : hints.path;
  if (SOURCE_FILE.test(path.slice(-200))) return (codes(0.15) || declare(2)) && !logs(0.3);
  return codes(0.5) && !logs(0.2) && declare(Math.max(1, lines.length * 0.01));
}

const isCode = (line: string): boolean => CODE_END.test(line) || CODE_WORD.test(line);
const isLogged = (line: string): boolean => LOG_LINE.test(line);
const isDeclaration = (line: string): boolean => lineValue(line) >= 50;

/** True if the test holds for enough lines; looks no further than it must. */
function reach(
  lines: readonly string[],
  test: (line: string) => boolean,
  isEnough: (found: number) => boolean,
): boolean {
  let found = 0;
  for (const [index, line] of lines.entries()) {
    if (isEnough(found)) return true;
    if (!isEnough(found + lines.length - index)) return false;
    if (test(line)) found += 1;
  }
  return isEnough(found);
}

/** The file that a command prints whole or in part. */
function readPath(command: string): string {
  const found =
    /(?:^|[;&|]\s*)(?:cat|head|tail|sed|nl|less|bat|type|Get-Content)\b[^;&|]*?([^\s;&|'"]+)['"]?\s*$/.exec(
      command.slice(0, 1_000).trim(),
    );
  return found?.[1] ?? "";
}

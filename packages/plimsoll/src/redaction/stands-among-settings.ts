import type { Span } from "./secret-rule.js";

const REACH = 200;
/** `user: app`, `db.host=localhost`, `[section]`, `# comment`, `- item`, a name that opens a block, `---`. */
const SETTING =
  /^[ \t]*(?:- )?(?:[\w.-]+[ \t]?[:=][ \t]*[^\s;,(){}]*(?: [^;,(){}]*)?|\[[^\]]*\]|#.*|-{3}|- [^;,(){}]*)?[ \t\r]*$/;

const BREAK = /\r?\n|\\n/;

/**
 * True if the lines around `span` are settings as in configuration files; in code one of them ends with a comma,
 * a semicolon or a bracket. A text of one line is not a settings file.
 */
export function standsAmongSettings(text: string, span: Span): boolean {
  const before = text
    .slice(Math.max(0, span.start - REACH), span.start)
    .split(BREAK)
    .slice(0, -1);
  const after = text
    .slice(span.end, span.end + REACH)
    .split(BREAK)
    .slice(1);
  const around = [before.at(-1), after[0]].filter((line) => line !== undefined);
  return around.length > 0 && around.every((line) => SETTING.test(line));
}

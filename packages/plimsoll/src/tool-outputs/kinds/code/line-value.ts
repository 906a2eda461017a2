/** A group of the words (patterns, each without a blank) of some lists. */
function anyWord(...lists: readonly string[]): string {
  return `(?:${lists.join(" ").split(" ").join("|")})`;
}

const IMPORT =
  /^\s*(?:import\b|from\s+\S+\s+import\b|#\s*include\b|use\s+[\w:{]|using\s+[\w.]+|require\b|package\s+\w|module\s+[\w.]+|export\s+(?:\*|\{)[^=]*from\b|const\s+.{1,80}=\s*require\()/;
const MODIFIERS = anyWord(
  "export default public private protected internal static abstract final sealed async override virtual inline",
  "extern unsafe pub(?:\\([^)]*\\))? open data partial readonly declare const local suspend",
);
const DECLARING_WORDS = anyWord(
  "class interface struct enum trait impl type namespace module mod protocol extension object record union",
  "function\\*? func fun fn def sub proc procedure defmodule defp? macro_rules! macro contract message service rpc",
  "CREATE\\s+\\w+",
);
const DECLARATION = new RegExp(`^\\s*(?:${MODIFIERS}\\s+)*${DECLARING_WORDS}\\s+[\\w$<~(*]`);
const BINDING =
  /^(?:export\s+)?(?:const|let|var|val)\s+[\w$]+\s*(?::[^=]{1,120})?=\s*(?:async\s*)?(?:\(|function\b|[\w$]+\s*=>)/;
/** Words that begin a statement, which may look like a function of a type of that name. */
const STATEMENT_WORDS = anyWord(
  "return else if for while switch case throw new await delete print yield raise assert goto echo not and or",
  "typeof co_\\w+",
);
const FUNCTION_TAIL = /\s*(?:const|noexcept|throws\s[\w., ]{1,80}|override|->.{1,60})?\s*\{?\s*$/;
const TYPED_FUNCTION = new RegExp(
  `^\\s{0,8}(?!${STATEMENT_WORDS}\\b)(?:[\\w$<>[\\]*&:,?]+\\s+){1,6}[*&]?[\\w$:~]+\\s*\\([^;]{0,200}\\)${FUNCTION_TAIL.source}`,
);
const METHOD_MODIFIERS = anyWord("static async get set public private protected readonly override #");
const METHOD = new RegExp(
  `^\\s{1,8}(?!${anyWord("if for while switch catch return function else")}\\b)(?:${METHOD_MODIFIERS}\\s*)*` +
    /[\w$#]+\s*\([^()]{0,160}\)\s*(?::\s*[^={]{1,80})?\{\s*$/.source,
);
const SECTION = /^(?:#{1,4}\s\S|\[\[?[\w."-]+\]?\]\s*$|@\w+[.(]?)/;

/** How much a line of code says about the file. */
export function lineValue(code: string): number {
  if (DECLARATION.test(code)) return isIndented(code) ? 76 : 86;
  if (BINDING.test(code) || TYPED_FUNCTION.test(code)) return 84;
  if (METHOD.test(code)) return 74;
  if (IMPORT.test(code)) return 50;
  return SECTION.test(code) ? 64 : 5;
}

const isIndented = (code: string): boolean => /^\s/.test(code);

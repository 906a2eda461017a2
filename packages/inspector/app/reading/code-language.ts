const HEAD = 400;

/** The language of a text that says by its first characters what it is; empty if it does not. */
export function codeLanguage(text: string): string {
  const head = text.slice(0, HEAD).trimStart();
  if (/^[[{]\s*(?:["{[]|\}|\]|-?\d)/.test(head)) return "json";
  if (/^(?:diff --git |--- \S|Index: |\*\*\* Begin Patch)/.test(head)) return "diff";
  return "";
}

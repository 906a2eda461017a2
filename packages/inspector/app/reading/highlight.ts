import core from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import diff from "highlight.js/lib/languages/diff";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import typescript from "highlight.js/lib/languages/typescript";
import yaml from "highlight.js/lib/languages/yaml";

/** A piece of code: plain, or of a kind such as `keyword`. */
export type CodePart = string | { readonly scope: string; readonly parts: readonly CodePart[] };

for (const [name, language] of Object.entries({ bash, diff, json, python, typescript, yaml }))
  core.registerLanguage(name, language);

const ALIASES: Readonly<Record<string, string>> = {
  js: "typescript",
  javascript: "typescript",
  jsx: "typescript",
  ts: "typescript",
  tsx: "typescript",
  py: "python",
  sh: "bash",
  shell: "bash",
  console: "bash",
  zsh: "bash",
  patch: "diff",
  yml: "yaml",
  jsonl: "json",
};
/** Longer code is shown without colours. */
const MOST = 20_000;
const MAX_DEPTH = 20;

/** The parts of a text in a language; the text itself if the language is unknown or the text too long. Never as HTML. */
export function highlight(text: string, language: string): readonly CodePart[] {
  const name = ALIASES[language] ?? language;
  if (text.length > MOST || !core.getLanguage(name)) return [text];
  // The tree of the result is what its HTML is made of.
  const { _emitter: tree } = core.highlight(text, { language: name, ignoreIllegals: true });
  return partsOf((tree as { rootNode?: unknown }).rootNode, 0);
}

function partsOf(node: unknown, depth: number): readonly CodePart[] {
  if (typeof node === "string") return [node];
  const { children, scope } = (node ?? {}) as { children?: readonly unknown[]; scope?: unknown };
  const parts = depth > MAX_DEPTH ? [] : (children ?? []).flatMap((child) => partsOf(child, depth + 1));
  return typeof scope === "string" ? [{ scope: scope.split(".")[0] ?? "", parts }] : parts;
}

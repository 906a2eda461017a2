import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadSettings } from "plimsoll/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildProgram } from "../packages/cli/src/build-program.js";
import { runCompactctl, temporaryFolder } from "../packages/cli/src/testing/run-compactctl.js";
import { documentationPages, fencedBlocks } from "./documentation.js";
import { readRepositoryFile, repositoryFiles } from "./source-files.js";

type Program = ReturnType<typeof buildProgram>;

const blocks = documentationPages().flatMap(fencedBlocks);
const of = (...languages: readonly string[]) =>
  blocks.filter(({ language }) => languages.includes(language)).map((block) => [block.name, block] as const);

/** What is held elsewhere (code by the compiler), below, or by nobody, because it is text for people or another program. */
const LANGUAGES = ["js", "ts", "yaml", "json", "sh", "console", "text", "toml", "sql"];
/** Diagrams and outputs. */
const UNNAMED = "";

/** The commands of a line: comments, prompts and redirections left out, joined and piped ones taken apart. */
function commandsOf(line: string): string[][] {
  const plain = line.replace(/^\$ /, "").replace(/\s#.*$/, "");
  return plain
    .split(/\s*(?:\|\||&&|\|)\s*/)
    .map((command) =>
      [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
        .map(([, double, single, bare]) => double ?? single ?? bare ?? "")
        .filter((word, index, words) => !/^[<>]/.test(word) && !/^[<>]$/.test(words[index - 1] ?? "")),
    );
}

/** The arguments of every `compactctl` in a block that a reader would type. */
function typedArguments({ language, text }: { language: string; text: string }): string[][] {
  const lines = text.split("\n").filter((line) => language === "sh" || line.startsWith("$ "));
  return lines.flatMap(commandsOf).flatMap((words) => {
    const at = words.indexOf("compactctl");
    return at < 0 ? [] : [words.slice(at + 1)];
  });
}

/** What the command line says to these arguments, if anything: nothing is carried out. */
async function refusalOf(args: readonly string[]): Promise<string> {
  const program = buildProgram(async () => undefined);
  const withParts = (command: Program): Program[] => [command, ...command.commands.flatMap(withParts)];
  for (const command of withParts(program))
    command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  try {
    await program.parseAsync([...args], { from: "user" });
    return "";
  } catch (error) {
    return String(error);
  }
}

describe("the blocks of the README and the docs", () => {
  it("are of kinds that some test knows", () => {
    const kinds = new Set(blocks.map(({ language }) => language));
    expect([...kinds].filter((kind) => kind !== UNNAMED && !LANGUAGES.includes(kind))).toEqual([]);
  });

  it.each(of("yaml"))("pass `compactctl config check`: %s", async (_, { text }) => {
    const folder = await temporaryFolder(onTestFinished);
    const path = join(folder, "plimsoll.config.yaml");
    writeFileSync(join(folder, "anthropic"), "none");
    writeFileSync(path, text.replace("/run/secrets/", `${folder}/`));
    const environment = { MOONSHOT_API_KEY: "none" };
    const { code, stderr } = await runCompactctl(["config", "check", path], { cwd: folder, environment });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("is valid") as string });
  });

  it.each(of("json"))("are JSON: %s", (_, { text }) => {
    expect(() => {
      JSON.parse(text);
    }).not.toThrow();
  });

  it("set variables that exist, to values that are allowed", async () => {
    const set = of("sh").flatMap(([, { text }]) => [...text.matchAll(/^(PLIMSOLL_[A-Z_]+)=(.*)$/gm)]);
    const environment = Object.fromEntries(
      set.map(([, name = "", value = ""]) => [name, value.replace(/^'(.*)'$/, "$1")]),
    );
    expect(Object.keys(environment).length).toBeGreaterThan(3);
    const { origins } = await loadSettings({ environment, cwd: await temporaryFolder(onTestFinished) });
    expect(new Set(origins.values())).toEqual(new Set(Object.keys(environment)));
  });

  it.each(of("sh", "console").filter(([, block]) => typedArguments(block).length > 0))(
    "type commands that `compactctl` knows: %s",
    async (_, block) => {
      for (const args of typedArguments(block))
        expect({ args, refusal: await refusalOf(args) }).toEqual({ args, refusal: "" });
    },
  );

  it("run scripts that are there", () => {
    const { scripts } = JSON.parse(readRepositoryFile("package.json")) as { scripts: object };
    const files = new Set(repositoryFiles());
    const texts = documentationPages().map((page) => readRepositoryFile(page));
    const named = texts.flatMap((text) => [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name));
    expect(named.filter((name) => name === undefined || !(name in scripts))).toEqual([]);
    const run = texts.flatMap((text) => [
      ...text.matchAll(/\bnode ((?:scripts|bench|examples)\/[\w./-]+\.mjs)/g),
    ]);
    expect(run.map(([, path = ""]) => path).filter((path) => !files.has(path))).toEqual([]);
  });
});

describe("the commands that the text of the docs names", () => {
  const named = documentationPages().flatMap((page) =>
    [...readRepositoryFile(page).matchAll(/`compactctl ([^`\n]+)`/g)].map(([, typed = ""]) => typed),
  );

  it.each([...new Set(named)])("`compactctl %s` exists, with its options", (typed) => {
    const words = typed.split(/\s+/);
    let command: Program = buildProgram(async () => undefined);
    while (command.commands.length > 0) {
      const next = command.commands.find((part) => part.name() === words[0]);
      expect(next, `${command.name()} has no ${words[0] ?? ""}`).toBeDefined();
      if (next === undefined) return;
      command = next;
      words.shift();
    }
    const options = words.filter((word) => word.startsWith("--")).map((word) => word.replace(/=.*/, ""));
    const known = command.options.map(({ long }) => long);
    expect(options.filter((option) => !known.includes(option))).toEqual([]);
  });
});

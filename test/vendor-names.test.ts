import { describe, expect, it } from "vitest";
import { matchesPattern } from "./import-rules.js";
import { packageSources } from "./source-files.js";

/** Formats that are words of the language: their names count only where they are quoted. */
const WORDS = new Set(["responses", "chat", "agents", "realtime", "plain", "reading"]);
const FORMAT_LITERAL = /["'](?:responses|chat|agents|realtime)["']/;

/** The folders of the formats: a new one is known at once. */
const FOLDERS = new Set(
  [...packageSources().keys()].flatMap((path) => /\/src\/formats\/([\w-]+)\//.exec(path)?.[1] ?? []),
);

/** Names of vendors and their products, in any spelling. */
const VENDOR = new RegExp(
  ["openai", "claude", "codex", "mastra", ...[...FOLDERS].filter((name) => !WORDS.has(name))]
    .map((name) => name.replaceAll("-", "[-_]?"))
    .join("|"),
  "i",
);

/** The files of the vendors themselves. */
const OWN = ["formats/*/", "integrations/", "provider-window/", "testing/formats/"];

/** Where vendors are listed, or are data. A new entry needs a reason. */
const LISTED: Readonly<Record<string, string>> = {
  "formats/registry.ts": "the registry of formats",
  "formats/index.ts": "the entry for formats",
  "index.ts": "the public entry",
  "testing/synthetic-formats.ts": "the registry of the testing kit's formats",
  "summarizers/model/create-model-client.ts": "the two APIs that a summarizing model is asked by",
  "conversation/is-client-context.ts": "the tags that clients put around what they add: data",
  "config/": "settings that a user chooses: the API and key of the summarizing model, the preset of Codex",
  "tokens/": "the catalogue of models, prices, usage fields and overflow messages: data",
  "redaction/rules/": "the shapes of keys: data",
  "facts/cues/": "the names by which people address an assistant: data",
};

/** The command line reads the session files of the MCP clients that call it, and plays its demo in one format. */
const COMMAND_LINE: Readonly<Record<string, string>> = {
  "mcp/": "the clients that recall is served to, and where they keep their sessions",
  "commands/mcp.ts": "the directory that a client says it works in",
  "commands/hook.ts": "the client whose hooks it answers",
  "build-program.ts": "examples in the help",
  "add-gateway-commands.ts": "the clients whose snippets are printed, and examples in the help",
  "commands/serve.ts": "the protocol of the built-in model",
  "commands/demo.ts": "the demo is a conversation in one format",
  "tasks/": "the tasks are conversations in one format",
};

const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");

const within = (path: string, pattern: string): boolean =>
  pattern.endsWith("*/")
    ? path.startsWith(pattern.slice(0, -2)) && path.split("/").length > pattern.split("/").length - 1
    : matchesPattern(path, pattern);

function namingFiles(root: string): string[] {
  return [...packageSources()]
    .filter(([path]) => path.startsWith(root))
    .map(([path, source]) => [path.slice(root.length), withoutComments(source)] as const)
    .filter(([, code]) => VENDOR.test(code) || FORMAT_LITERAL.test(code))
    .map(([path]) => path);
}

describe("a vendor's name", () => {
  const library = namingFiles("packages/plimsoll/src/");
  const commandLine = namingFiles("packages/cli/src/").filter((path) => !path.startsWith("testing/"));

  it("stands in the vendor's own files of the library, and where vendors are listed", () => {
    const allowed = [...OWN, ...Object.keys(LISTED)];
    expect(library.filter((path) => !allowed.some((pattern) => within(path, pattern)))).toEqual([]);
  });

  it("stands in few files of the command line", () => {
    const allowed = Object.keys(COMMAND_LINE);
    expect(commandLine.filter((path) => !allowed.some((pattern) => within(path, pattern)))).toEqual([]);
  });

  it("stands in every place that is listed", () => {
    const unused = [
      ...[...OWN, ...Object.keys(LISTED)].filter((pattern) => !library.some((path) => within(path, pattern))),
      ...Object.keys(COMMAND_LINE).filter((pattern) => !commandLine.some((path) => within(path, pattern))),
    ];
    expect(unused).toEqual([]);
  });
});

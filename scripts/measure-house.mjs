// Measures how wide the library is: what it exports, what importing and bundling it costs, how far one compaction walks
// through its files. Run it on a built clone: node scripts/measure-house.mjs [--json] [--misnamed] [--hops]
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build, parseAst } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const built = `${root}packages/plimsoll/dist/`;

/** Files of every package below `folder`, as paths from the root. */
const filesBelow = (folder, ending) =>
  readdirSync(`${root}packages`).flatMap((name) =>
    readdirSync(`${root}packages/${name}/${folder}`, { recursive: true })
      .filter((path) => path.endsWith(ending))
      .map((path) => `packages/${name}/${folder}/${path}`),
  );
const sources = filesBelow("src", ".ts").filter((path) => !path.endsWith(".test.ts"));

const kilobytes = (bytes) => Math.round(bytes / 1024);

/** Names that an entry exports, types included. */
function exportedNames(path) {
  const text = readFileSync(path, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  const lists = [...text.matchAll(/export\s+(?:type\s+)?\{([^}]*)\}/g)].flatMap(([, list]) =>
    list.split(","),
  );
  const named = lists.map((name) => name.trim()).filter((name) => name !== "");
  const declared = [
    ...text.matchAll(/export\s+(?:declare\s+)?(?:const|function|class|interface|type|enum)\s+(\w+)/g),
  ];
  return named.length + declared.length;
}

/** What importing costs: processor time of fresh processes, in turns, the best of nine each. A busy machine changes it little. */
function importRatio(name, other) {
  const cost = (module) => {
    const code = `const before = process.cpuUsage(); await import("${module}"); const { user, system } = process.cpuUsage(before); console.log(user + system);`;
    const run = spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: root });
    return Number(run.stdout);
  };
  const rounds = Array.from({ length: 9 }, () => ({ own: cost(name), theirs: cost(other) }));
  const least = (part) => Math.min(...rounds.map((round) => round[part]));
  return Number((least("own") / least("theirs")).toFixed(2));
}

/** A bundle for a browser of everything the root exports, without the tokenizer's tables: what it loads first, and in all. */
async function browserBundle() {
  const result = await build({
    root,
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: true,
      lib: { entry: `${built}index.js`, formats: ["es"] },
      rollupOptions: { external: [/^gpt-tokenizer/] },
    },
  });
  const chunks = [result].flat().flatMap(({ output }) => output);
  const byName = new Map(
    chunks.filter(({ type }) => type === "chunk").map((chunk) => [chunk.fileName, chunk]),
  );
  const first = new Set([...byName.values()].filter(({ isEntry }) => isEntry));
  for (const chunk of first)
    for (const name of chunk.imports) if (byName.has(name)) first.add(byName.get(name));
  const sizeOf = (parts) => {
    const code = [...parts].map((chunk) => chunk.code).join("\n");
    return `${kilobytes(Buffer.byteLength(code))} (${kilobytes(gzipSync(code).length)} gzip)`;
  };
  return { first: sizeOf(first), all: sizeOf(byName.values()) };
}

function markMethods({ id, body, superClass }, mark) {
  for (const { type, kind, key, value } of body.body) {
    const callsSuper = kind === "constructor" && superClass;
    if (type === "MethodDefinition" && !callsSuper) mark(value, `${id.name}.${key.name}`);
  }
}

/** Adds a call of `hop` to the beginning of every function and method that stands at the top of a file. */
function withHopMarks(code, path) {
  const edits = [];
  const mark = ({ body }, name) => {
    const call = `globalThis.hop?.(${JSON.stringify(path)}, ${JSON.stringify(name)})`;
    if (body.type === "BlockStatement") edits.push([body.start + 1, `${call};`]);
    else edits.push([body.start, `(${call}, `], [body.end, ")"]);
  };
  for (const node of parseAst(code).body) {
    const declared = node.type === "ExportNamedDeclaration" ? node.declaration : node;
    if (declared?.type === "FunctionDeclaration") mark(declared, declared.id.name);
    if (declared?.type === "ClassDeclaration") markMethods(declared, mark);
    for (const { id, init } of declared?.declarations ?? [])
      if (init?.type.endsWith("FunctionExpression")) mark(init, id.name);
  }
  return edits
    .toSorted((a, b) => b[0] - a[0])
    .reduce((text, [at, added]) => text.slice(0, at) + added + text.slice(at), code);
}

/** A built copy of the library in which the functions of the engine tell that they are called. */
function copyWithHopMarks(folder) {
  cpSync(built, folder, { recursive: true });
  const files = readdirSync(`${folder}/engine`, { recursive: true }).filter((path) => path.endsWith(".js"));
  for (const path of files) {
    const code = readFileSync(`${folder}/engine/${path}`, "utf8");
    writeFileSync(`${folder}/engine/${path}`, withHopMarks(code, path));
  }
}

/**
 * How far a reader of one compacting preflight has to go. A hop is a function of the engine that is called at most four
 * times and is entered from another file; besides, the calls by which that happens, and the files that are entered.
 */
async function hopsOfOneCompaction() {
  const folder = `${root}node_modules/.cache/measure-house-${process.pid}`;
  const turn = (number) => [
    {
      role: "user",
      content: `Question ${number}: what is the state of order A-${number}? ${"word ".repeat(60)}`,
    },
    { role: "assistant", content: `Order A-${number} is on its way. ${"answer ".repeat(60)}` },
  ];
  const history = Array.from({ length: 100 }, (_, number) => turn(number)).flat();
  const options = { model: "gpt-5", maxContextTokens: 8000 };
  const calls = new Map();
  copyWithHopMarks(folder);
  try {
    const { CompactManager } = await import(pathToFileURL(`${folder}/index.js`).href);
    await new CompactManager(options).preflight("warm-up", history);
    globalThis.hop = (path, name) => {
      const frames = (new Error().stack ?? "").split("\n").slice(3);
      const caller = frames.find((frame) => frame.includes("measure-house-")) ?? "";
      const call = calls.get(`${path} ${name}`) ?? { path, all: 0, hops: 0 };
      call.all++;
      if (!caller.includes(`/engine/${path}:`)) call.hops++;
      calls.set(`${path} ${name}`, call);
    };
    await new CompactManager(options).preflight("measured", history);
  } finally {
    globalThis.hop = undefined;
    rmSync(folder, { recursive: true, force: true });
  }
  const rare = [...calls.values()].filter(({ all }) => all <= 4);
  const entered = rare.filter(({ hops }) => hops > 0);
  if (process.argv.includes("--hops"))
    for (const [name, { all, hops }] of calls) if (all <= 4 && hops > 0) console.log(`${name} ${hops}`);
  return {
    entered: entered.length,
    calls: entered.reduce((sum, { hops }) => sum + hops, 0),
    functions: rare.length,
    files: new Set(entered.map(({ path }) => path)).size,
  };
}

/** Regular-expression literals in the built code. */
function patternLengths() {
  const lengths = [];
  const walk = (node) => {
    if (node === null || typeof node !== "object") return;
    if (node.type === "Literal" && node.regex) lengths.push(node.regex.pattern.length);
    for (const value of Object.values(node)) for (const child of [value].flat()) walk(child);
  };
  for (const path of filesBelow("dist", ".js")) walk(parseAst(readFileSync(`${root}${path}`, "utf8")));
  return lengths;
}

/** A file is named after what it exports: `item-view.ts` exports `ItemView`, `itemView` or `ITEM_VIEW`. */
function exportsItsName(path) {
  const name = basename(path, ".ts");
  if (name === "index" || name.endsWith("-test-support")) return true;
  const plain = name.replaceAll("-", "").toLowerCase();
  const text = readFileSync(`${root}${path}`, "utf8");
  const names = [
    ...text.matchAll(/export\s+(?:async\s+)?(?:const|function\*?|class|interface|type)\s+(\w+)/g),
  ];
  return names.some(([, exported]) => exported.replaceAll("_", "").toLowerCase() === plain);
}

const patterns = patternLengths();
const misnamed = sources.filter((path) => !exportsItsName(path));
const folders = new Map();
for (const path of sources) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
const [widest] = [...folders].toSorted((a, b) => b[1] - a[1]);
const bundle = await browserBundle();
const hops = await hopsOfOneCompaction();
const rows = {
  "names exported from the root": exportedNames(`${root}packages/plimsoll/src/index.ts`),
  "import of plimsoll, in imports of openai": importRatio("plimsoll", "openai"),
  "browser bundle without tokenizer, KB minified, loaded at first": bundle.first,
  "browser bundle without tokenizer, KB minified, in all": bundle.all,
  "file hops of one compacting preflight (functions called at most four times)": hops.entered,
  "calls by which those hops are made": hops.calls,
  "files that those hops enter": hops.files,
  "functions of the engine called at most four times, hops or not": hops.functions,
  "regular-expression literals": patterns.length,
  "regular-expression literals over 200 characters": patterns.filter((length) => length > 200).length,
  "files that export nothing of their own name": misnamed.length,
  files: sources.length,
  [`files in the widest folder (${widest[0]})`]: widest[1],
};
if (process.argv.includes("--json")) console.log(JSON.stringify(rows, undefined, 2));
else for (const [name, value] of Object.entries(rows)) console.log(`${name.padEnd(76)} ${value}`);
if (process.argv.includes("--misnamed")) for (const path of misnamed) console.log(path);

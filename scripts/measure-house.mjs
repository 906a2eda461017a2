// Measures how wide the library is: what it exports, what importing and bundling it costs, how far one compaction walks
// through its files. Run it on a built clone: node scripts/measure-house.mjs [--json]
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
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
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

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

/** How long a fresh process takes with an import, against one that imports nothing. */
function importMilliseconds(name) {
  const time = (code) => {
    const started = performance.now();
    spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: root });
    return performance.now() - started;
  };
  const rounds = Array.from({ length: 9 }, () => time(`await import("${name}")`) - time(""));
  return Math.max(1, median(rounds));
}

/** A bundle for a browser of everything the root exports, without the tokenizer's tables. */
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
  const entry = chunks.filter((chunk) => chunk.type === "chunk" && (chunk.isEntry || !chunk.isDynamicEntry));
  const code = entry.map((chunk) => chunk.code).join("\n");
  return { minified: kilobytes(Buffer.byteLength(code)), gzip: kilobytes(gzipSync(code).length) };
}

/** Functions of the library that one compacting preflight calls at most four times, and the files they stand in. */
async function hopsOfOneCompaction() {
  const { CompactManager } = await import(pathToFileURL(`${built}index.js`).href);
  const turn = (number) => [
    {
      role: "user",
      content: `Question ${number}: what is the state of order A-${number}? ${"word ".repeat(60)}`,
    },
    { role: "assistant", content: `Order A-${number} is on its way. ${"answer ".repeat(60)}` },
  ];
  const history = Array.from({ length: 100 }, (_, number) => turn(number)).flat();
  const options = { model: "gpt-5", maxContextTokens: 8000 };
  await new CompactManager(options).preflight("warm-up", history);
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await new CompactManager(options).preflight("measured", history);
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const engine = result.filter(({ url }) => /\/dist\/(?:engine)\//.test(url));
  const called = engine.flatMap(({ url, functions }) =>
    functions
      .filter(
        ({ functionName, ranges }) => functionName !== "" && ranges[0].count >= 1 && ranges[0].count <= 4,
      )
      .map(() => url),
  );
  return { functions: called.length, files: new Set(called).size };
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
  "import of plimsoll, in imports of openai": Number(
    (importMilliseconds("plimsoll") / importMilliseconds("openai")).toFixed(2),
  ),
  "browser bundle without tokenizer, KB minified": bundle.minified,
  "browser bundle without tokenizer, KB gzip": bundle.gzip,
  "functions that one compacting preflight calls at most four times": hops.functions,
  "files that those functions stand in": hops.files,
  "regular-expression literals": patterns.length,
  "regular-expression literals over 200 characters": patterns.filter((length) => length > 200).length,
  "files that export nothing of their own name": misnamed.length,
  files: sources.length,
  [`files in the widest folder (${widest[0]})`]: widest[1],
};
if (process.argv.includes("--json")) console.log(JSON.stringify(rows, undefined, 2));
else for (const [name, value] of Object.entries(rows)) console.log(`${name.padEnd(70)} ${value}`);
if (process.argv.includes("--misnamed")) for (const path of misnamed) console.log(path);

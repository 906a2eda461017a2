/** One `import`, `export … from` or `import()` of a source file. */
export interface ImportStatement {
  readonly specifier: string;
  /** `import type` and `export type … from`: erased, so it loads nothing at run time. */
  readonly typeOnly: boolean;
}

/**
 * What may be imported. Paths are relative to the package's source folder; a pattern that ends in `/`
 * covers a folder, `*` stands for any characters of one path segment, `**` for every path.
 */
interface Allowance {
  readonly may: readonly string[];
  /** Patterns that may be imported with `import type` only. */
  readonly typesOnly?: readonly string[];
  readonly reason: string;
}

export interface PackageRules {
  /** Folder of the sources, with a trailing slash. */
  readonly root: string;
  /**
   * By first path segment: a folder, or a file of the root. Every file needs a row; its own folder is free.
   * Absent: any file of the package may import any other.
   */
  readonly layers?: Readonly<Record<string, Allowance>>;
  /** By file: what it may import on top of its layer. */
  readonly exceptions?: Readonly<Record<string, Allowance>>;
  /** Implementations behind an interface, and the only files that may name them. */
  readonly concrete?: {
    readonly files: readonly string[];
    readonly interfaces: readonly string[];
    readonly namedBy: readonly string[];
  };
  /** Bare specifiers that may be imported; absent means that the package manifest alone decides. */
  readonly packages?: readonly string[];
  /** Files that may import `node:*`. */
  readonly nodeOnly: readonly string[];
  /** Entries from which no value import may lead to a file that imports `node:*`. */
  readonly runtimeNeutral: readonly string[];
}

const STATIC =
  /(?:^|;)[ \t]*(?:import|export)(\s+type(?=[\s{*])(?!\s+from\b))?(?:\s*(?:[\w$]+\s*,?\s*)?(?:\*(?:\s*as\s+[\w$]+)?|\{[^}]*\})?\s*from)?\s*["']([^"'\n]+)["']/gm;
const DYNAMIC = /(typeof\s+)?\bimport\(\s*["']([^"'\n]+)["']/g;

/** Relies on the formatter: statements begin a line. Comment lines are passed over. */
export function importsOf(source: string): ImportStatement[] {
  return [...matchesIn(source, STATIC), ...matchesIn(source, DYNAMIC)];
}

function matchesIn(source: string, pattern: RegExp): ImportStatement[] {
  const code = source.replaceAll(/^[ \t]*(?:\/\/|\/?\*).*$/gm, "");
  return [...code.matchAll(pattern)].map((match) => ({
    specifier: match[2]!,
    typeOnly: match[1] !== undefined,
  }));
}

/** Files and packages that importing an entry loads, each with the way there; what `import()` names comes later. */
export function loadedBy(entry: string, files: ReadonlyMap<string, string>): Map<string, string> {
  const ways = new Map([[entry, entry]]);
  for (const [file, way] of ways) {
    for (const { specifier, typeOnly } of matchesIn(files.get(file) ?? "", STATIC)) {
      const to = specifier.startsWith(".") ? resolve(file, specifier) : specifier;
      if (!typeOnly && !ways.has(to)) ways.set(to, `${way} → ${to}`);
    }
  }
  return ways;
}

export function matchesPattern(path: string, pattern: string): boolean {
  if (pattern === "**") return true;
  if (pattern.endsWith("/")) return path.startsWith(pattern);
  if (!pattern.includes("*")) return path === pattern;
  const [before = "", after = ""] = pattern.split("*");
  const middle = path.slice(before.length, path.length - after.length);
  return (
    path.length >= before.length + after.length &&
    path.startsWith(before) &&
    path.endsWith(after) &&
    !middle.includes("/")
  );
}

const matchesAny = (path: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matchesPattern(path, pattern));

interface Edge extends ImportStatement {
  readonly from: string;
  /** The imported file; absent for packages. */
  readonly to?: string;
}

/** The path a relative specifier means, `.js` read as the `.ts` it is built from. */
function resolve(from: string, specifier: string): string {
  const segments = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "." || part === "") continue;
    const outside = segments.length === 0 || segments.at(-1) === "..";
    if (part === ".." && !outside) segments.pop();
    else segments.push(part);
  }
  return segments.join("/").replace(/\.js$/, ".ts");
}

/** Every violation of the rules in one package, as sentences; empty when there is none. */
export function checkImports(files: ReadonlyMap<string, string>, rules: PackageRules): string[] {
  const sources = new Map(
    [...files]
      .filter(([path]) => path.startsWith(rules.root))
      .map(([path, source]) => [path.slice(rules.root.length), source]),
  );
  const edges = [...sources].flatMap(([from, source]) =>
    importsOf(source).map((statement): Edge => {
      const relative = statement.specifier.startsWith(".");
      return { ...statement, from, ...(relative && { to: resolve(from, statement.specifier) }) };
    }),
  );
  return [
    ...missingRows([...sources.keys()], rules),
    ...edges.flatMap((edge) => checkEdge(edge, sources, rules)),
    ...nodeReachable(edges, rules),
    ...cycles(edges),
  ];
}

function layerOf(path: string): string {
  return path.split("/")[0]!;
}

function missingRows(paths: readonly string[], rules: PackageRules): string[] {
  const { layers } = rules;
  if (layers === undefined) return [];
  const missing = new Set(paths.map(layerOf).filter((layer) => layers[layer] === undefined));
  return [...missing].map((layer) => `${rules.root}${layer} has no row in the table of layers; add one.`);
}

function checkEdge(edge: Edge, sources: ReadonlyMap<string, string>, rules: PackageRules): string[] {
  const { from, to, specifier } = edge;
  if (to === undefined) return checkPackage(edge, rules);
  if (!sources.has(to)) return [`${from} imports ${specifier}, which is no source file of this package.`];
  const violations: string[] = [];
  if (!allowed(edge, to, rules)) {
    const reason = rules.layers?.[layerOf(from)]?.reason ?? "";
    violations.push(
      `${from} must not import ${to}${edge.typeOnly ? " (not even its types)" : ""}: ${reason}`,
    );
  }
  const { files, interfaces, namedBy } = rules.concrete ?? { files: [], interfaces: [], namedBy: [] };
  const isConcrete = matchesAny(to, files) && !matchesAny(to, interfaces);
  if (isConcrete && layerOf(from) !== layerOf(to) && !matchesAny(from, namedBy)) {
    violations.push(`${from} names the implementation ${to}; only ${namedBy.join(", ")} may.`);
  }
  return violations;
}

function allowed({ from, typeOnly }: Edge, to: string, rules: PackageRules): boolean {
  const layer = layerOf(from);
  if (rules.layers === undefined) return true;
  if (from.includes("/") && layerOf(to) === layer) return true;
  const rows = [rules.layers[layer], rules.exceptions?.[from]].filter((row) => row !== undefined);
  return rows.some(
    (row) =>
      matchesAny(to, row.may) || (typeOnly && row.typesOnly !== undefined && matchesAny(to, row.typesOnly)),
  );
}

function checkPackage({ from, specifier }: Edge, rules: PackageRules): string[] {
  if (specifier.startsWith("node:")) {
    return matchesAny(from, rules.nodeOnly)
      ? []
      : [`${from} imports ${specifier}, but is not a Node-only file.`];
  }
  if (rules.packages === undefined || rules.packages.includes(specifier)) return [];
  return [`${from} imports ${specifier}; allowed are ${rules.packages.join(", ")}.`];
}

function nodeReachable(edges: readonly Edge[], rules: PackageRules): string[] {
  const importsNode = new Set(
    edges.filter((edge) => !edge.typeOnly && edge.specifier.startsWith("node:")).map((edge) => edge.from),
  );
  const loads = new Map<string, string[]>();
  for (const { from, to, typeOnly } of edges) {
    if (to !== undefined && !typeOnly) loads.set(from, [...(loads.get(from) ?? []), to]);
  }
  return rules.runtimeNeutral.flatMap((entry) => {
    const paths = new Map([[entry, entry]]);
    for (const [file, path] of paths) {
      for (const to of loads.get(file) ?? []) if (!paths.has(to)) paths.set(to, `${path} → ${to}`);
    }
    return [...paths]
      .filter(([file]) => importsNode.has(file))
      .map(([, path]) => `${entry} runs everywhere, but reaches node:* by ${path}.`);
  });
}

/** Import cycles, type imports included: two files that need each other's types are one concept. */
function cycles(edges: readonly Edge[]): string[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    if (to !== undefined) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  }
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) found.push(`Import cycle: ${[...trail.slice(start), file].join(" → ")}.`);
    if (start >= 0 || done.has(file)) return;
    for (const next of targets.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return found;
}

const VAGUE = /(?:^|-)(?:utils?|helpers?|common|misc)(?:-|$)/;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.test)?\.ts$/;

/** File names that say nothing, or are not in kebab-case. */
export function checkFileNames(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const name = path.split("/").at(-1)!;
    const segments = path.split("/").map((segment) => segment.replace(/\..*$/, ""));
    return [
      ...(KEBAB.test(name) ? [] : [`${path} is not in kebab-case.`]),
      ...(segments.some((segment) => VAGUE.test(segment)) ? [`${path} has a name that says nothing.`] : []),
    ];
  });
}

const EXPORTED = /export\s+(?:async\s+)?(?:const|function\*?|class|interface|type)\s+(\w+)/g;
/** Entries of a package: what they have stands in other files. */
const ENTRY = /(?:^|\/)(?:index|node)\.ts$/;

/** Files that export nothing of their own name: `item-view.ts` exports `ItemView`, `itemView` or `ITEM_VIEW`. */
export function checkExportedNames(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, source]) => {
    const name = path.split("/").at(-1)!.replace(/\.ts$/, "").replaceAll("-", "");
    const exported = [...source.matchAll(EXPORTED)].map(([, found]) =>
      found!.replaceAll("_", "").toLowerCase(),
    );
    return ENTRY.test(path) || exported.includes(name) ? [] : [`${path} exports nothing of its own name.`];
  });
}

interface Leak {
  readonly what: string;
  readonly pattern: RegExp;
  /** Recorded material may hold it. */
  readonly inFixtures: boolean;
}

/** What must not be in a published file: traces of the machine or network that it was made on. */
const LEAKS: readonly Leak[] = [
  { what: "a path of one machine", pattern: /(?<![\w.~-])\/(?:work|root)\/[\w.]/, inFixtures: false },
  { what: "a path outside the repository", pattern: /\.\.\/shared\b/, inFixtures: false },
  {
    what: "somebody's home directory",
    pattern: /(?<![\w.~-])\/(?:home|Users)\/[\w.-]+\//,
    inFixtures: true,
  },
  {
    what: "a package-registry host",
    pattern: /\bregistry\.(?:npmjs\.org|yarnpkg\.com|npmmirror\.com)|\bnpm\.pkg\.github\.com|\bnpm\.jsr\.io/,
    inFixtures: false,
  },
  { what: "a download address", pattern: /"resolved":\s*"https?:/, inFixtures: false },
];

/** Every leak in one file, as `path:line` with what it is. */
export function leaksIn(path: string, text: string): string[] {
  const isFixture = path.includes("/__fixtures__/");
  const relevant = LEAKS.filter(({ inFixtures }) => !(inFixtures && isFixture));
  return text
    .split("\n")
    .flatMap((line, index) =>
      relevant
        .filter(({ pattern }) => pattern.test(line))
        .map(({ what }) => `${path}:${index + 1} has ${what}`),
    );
}

/** Lines that hold code: not blank, and not only a comment. */
export function codeLines(source: string): number {
  let inComment = false;
  let count = 0;
  for (const line of source.split("\n").map((text) => text.trim())) {
    const opens = !inComment && line.startsWith("/*");
    if (inComment || opens) {
      const end = line.indexOf("*/", opens ? 2 : 0);
      inComment = end < 0;
      if (end >= 0 && line.slice(end + 2).trim() !== "") count += 1;
    } else if (line !== "" && !line.startsWith("//")) count += 1;
  }
  return count;
}

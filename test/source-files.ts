import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The repository's root, with a trailing slash. */
const ROOT: string = fileURLToPath(new URL("..", import.meta.url));

const SKIPPED = new Set(["node_modules", "dist", "coverage", ".git", ".compact"]);

/** Paths of the repository's own files, tracked or not yet; a plain walk where there is no git. */
export function repositoryFiles(): string[] {
  try {
    const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 64 * 1024 * 1024,
    });
    return listed.split("\0").filter((path) => path !== "" && existsSync(`${ROOT}${path}`));
  } catch {
    return walk("");
  }
}

export function readRepositoryFile(path: string): string {
  return readFileSync(`${ROOT}${path}`, "utf8");
}

/** Sources of all packages by path, tests left out. */
export function packageSources(): Map<string, string> {
  const paths = repositoryFiles().filter(
    (path) => /^packages\/[^/]+\/src\/.*\.ts$/.test(path) && !/(\.test|-test-support)\.ts$/.test(path),
  );
  return new Map(paths.map((path) => [path, readRepositoryFile(path)]));
}

function walk(folder: string): string[] {
  return readdirSync(`${ROOT}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (SKIPPED.has(entry.name)) return [];
    return entry.isDirectory() ? walk(`${path}/`) : entry.isFile() ? [path] : [];
  });
}

import { readFile, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PAGE_HEADERS } from "./page-headers.js";

/** A file of the page, ready to be sent. */
export interface PageFile {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

const FOLDER = new URL("../dist/app/", import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  md: "text/markdown; charset=utf-8",
};

let files: Promise<ReadonlyMap<string, string>> | undefined;

/**
 * The file of the page at a path below where the page is mounted; empty is the page itself. Only files that the build made exist:
 * no path leads anywhere else.
 */
export async function pageFile(path: string): Promise<PageFile | undefined> {
  files ??= listFiles();
  const known = await files;
  const file = known.get(path === "" || path === "/" ? "index.html" : path.replace(/^\//, ""));
  if (file === undefined) return undefined;
  const type = TYPES[file.slice(file.lastIndexOf(".") + 1)] ?? "application/octet-stream";
  // Names of assets have a digest of their content in them.
  const lasting = file.includes("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
  return {
    bytes: await readFile(new URL(file, FOLDER)),
    headers: { ...PAGE_HEADERS, "content-type": type, "cache-control": lasting },
  };
}

async function listFiles(): Promise<ReadonlyMap<string, string>> {
  const folder = fileURLToPath(FOLDER);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      `${entry.parentPath}/${entry.name}`.replaceAll("\\", "/").slice(folder.length).replace(/^\//, ""),
    );
  return new Map(names.map((name) => [name, name]));
}

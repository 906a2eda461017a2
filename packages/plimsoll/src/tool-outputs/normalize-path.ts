const MAX_PATH_CHARACTERS = 4_096;
const ABSOLUTE = /^(?:[~/\\]|[A-Za-z]:[\\/]|file:\/\/)/;

/**
 * A path in one spelling: forward slashes, no `.` and `..`, standing in the folders that were named for it (each in the
 * one after it) where it is relative. Undefined for what is no path of a file: an address, an empty text.
 */
export function normalizePath(path: string, ...folders: readonly string[]): string | undefined {
  let whole = path;
  for (const folder of folders) {
    if (folder !== "" && !ABSOLUTE.test(whole)) whole = `${folder}/${whole}`;
  }
  if (path === "" || whole.length > MAX_PATH_CHARACTERS || /[\0\n]/.test(whole)) return undefined;
  const local = whole.replace(/^file:\/\/(?:localhost)?/, "").replaceAll("\\", "/");
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(local)) return undefined;
  const root = local.startsWith("/") ? "/" : "";
  const parts = resolvedParts(local, root !== "");
  return parts.length === 0 ? undefined : root + parts.join("/");
}

/** The components without `.` and `..`; a relative path may begin with `..`. */
function resolvedParts(path: string, isAbsolute: boolean): string[] {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (!isAbsolute) parts.push(part);
  }
  return parts;
}

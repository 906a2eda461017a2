import type { FileAction, SectionEntry } from "./checkpoint.js";
import { CLAIM_MARK } from "./render-entry.js";

const WORDS: Readonly<Record<FileAction, string>> = {
  read: "read",
  created: "created",
  changed: "edited",
  deleted: "deleted",
  moved: "moved",
};

/** A file that was changed, in a few words. */
export interface ChangedFile {
  readonly id: string;
  readonly text: string;
}

/** The changed files, the newest change first, and the folder above all of them that their names leave out. */
export interface ChangedFiles {
  readonly root: string;
  readonly files: readonly ChangedFile[];
}

/** The files that something happened to, each with the newest that happened to it. */
export function changedFiles(entries: readonly SectionEntry<"files">[]): ChangedFiles {
  const changed = namedOnce(entries.filter(({ action }) => action !== "read")).toReversed();
  const root = commonRoot(changed.map(({ path }) => path));
  return { root, files: changed.map((entry) => ({ id: entry.id, text: describe(entry, root) })) };
}

type FileEntry = SectionEntry<"files">;

const isAbsolute = (path: string): boolean => path.startsWith("/");

/** A file that was named both by its whole path and from the folder it is in is one file; what happened last stands. */
function namedOnce(entries: readonly FileEntry[]): FileEntry[] {
  const whole = entries.map(({ path }) => path).filter(isAbsolute);
  const byName = new Map<string, string[]>();
  for (const path of whole) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  const wholePath = (path: string): string => {
    if (isAbsolute(path)) return path;
    const name = path.slice(path.lastIndexOf("/") + 1);
    const meant = (byName.get(name) ?? []).filter((other) => other.endsWith(`/${path}`));
    return meant.length === 1 && path.includes("/") ? (meant[0] ?? path) : path;
  };
  const files = new Map<string, FileEntry>();
  for (const entry of entries) {
    const path = wholePath(entry.path);
    const before = files.get(path);
    files.delete(path);
    files.set(path, { ...entry, path, changes: entry.changes + (before?.changes ?? 0) });
  }
  return [...files.values()];
}

function describe(
  { path, action, movedTo, changes, provenance }: SectionEntry<"files">,
  root: string,
): string {
  const within = (name: string): string => (name.startsWith(root) ? name.slice(root.length) : name);
  const times = action === "changed" && changes > 1 ? ` ${changes}x` : "";
  const to = movedTo === "" ? "" : ` to ${within(movedTo)}`;
  const mark = provenance.by === "model" ? ` ${CLAIM_MARK}` : "";
  return `${within(path)} ${WORDS[action]}${times}${to}${mark}`;
}

/** A shorter folder is not worth its own mention. */
const LEAST_ROOT_CHARACTERS = 12;

/**
 * The folder above all absolute paths, if there are several, such that each name keeps the folder it is in. Empty if
 * there is none worth leaving out.
 */
function commonRoot(paths: readonly string[]): string {
  const absolute = paths.filter((path) => path.startsWith("/")).map((path) => path.split("/").slice(0, -2));
  const [first = [], ...others] = absolute;
  if (others.length === 0) return "";
  let length = first.length;
  for (const folders of others) {
    let same = 0;
    while (same < length && folders[same] === first[same]) same++;
    length = same;
  }
  const root = `${first.slice(0, length).join("/")}/`;
  return root.length < LEAST_ROOT_CHARACTERS ? "" : root;
}

import { rmdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { asideId, isObjectName, objectFolder, setAside, settleAside } from "./artifact-objects.js";
import { listFolder } from "./list-folder.js";
import { referenceFileName } from "./artifact-reference.js";
import { referenceNames } from "./session-references.js";
import { isTemporaryName, removeFile } from "./write-file-atomically.js";
import { syncFolder } from "./create-private-folder.js";
import { isMissing } from "./is-missing.js";

const HASHED = /^[0-9a-f]{32}$/;
const OBJECT_FOLDER = /^[0-9a-f]{2}$/;

/** The folders of one tenant. */
export interface TenantFolder {
  readonly path: string;
  readonly fsync: boolean;
}

/** Folders that a store named by a hash: tenants and their sessions. */
export async function hashedFolders(path: string): Promise<string[]> {
  return (await listFolder(path)).filter((name) => HASHED.test(name)).map((name) => join(path, name));
}

/** The folders of the objects of a tenant. */
export async function objectFolders(tenant: string): Promise<string[]> {
  const objects = join(tenant, "objects");
  return (await listFolder(objects))
    .filter((name) => OBJECT_FOLDER.test(name))
    .map((name) => join(objects, name));
}

/**
 * Deletes references and temporary files older than this time, then unreferenced objects. Returns the number of
 * artifacts.
 */
export async function sweepTenant(
  path: string,
  { before, held }: { readonly before: number; readonly held: ReadonlySet<string> | "all" },
): Promise<number> {
  if (held === "all") return 0;
  // What a power cut brings back, the next sweep deletes again.
  const tenant = { path, fsync: false };
  let swept = 0;
  for (const folder of await hashedFolders(join(tenant.path, "sessions"))) {
    if (held.has(basename(folder))) continue;
    swept += await dropReferences(folder, { isDropped: (time) => time < before, fsync: tenant.fsync });
    await removeOldTemporaryFiles(folder, before);
    await removeEmptyFolder(folder);
  }
  const objects = join(tenant.path, "objects");
  const paths = await objectFolders(tenant.path);
  for (const folder of paths) await removeOldTemporaryFiles(folder, before);
  await collectObjects(tenant, paths, () => true);
  for (const folder of [objects, join(tenant.path, "sessions"), tenant.path]) await removeEmptyFolder(folder);
  return swept;
}

/**
 * Deletes all references of a session, then their objects unless another session has them. Returns the number of
 * artifacts.
 */
export async function removeSession(tenant: TenantFolder, folder: string): Promise<number> {
  const names = referenceNames(await listFolder(folder));
  const ids = new Set(names.map(({ id }) => id));
  const removed = await dropReferences(folder, { isDropped: () => true, fsync: tenant.fsync });
  await removeOldTemporaryFiles(folder, Number.POSITIVE_INFINITY);
  // One that was just being sealed anew may have been put back, until its temporary file was gone.
  for (const name of names) await removeFile(join(folder, referenceFileName(name)));
  await removeEmptyFolder(folder);
  const paths = new Set([...ids].map((id) => objectFolder(join(tenant.path, "objects"), id)));
  await collectObjects(tenant, [...paths], (id) => ids.has(id));
  return removed;
}

async function dropReferences(
  folder: string,
  { isDropped, fsync }: { isDropped: (time: number) => boolean; fsync: boolean },
): Promise<number> {
  const names = referenceNames(await listFolder(folder));
  const kept = new Set(names.filter(({ time }) => !isDropped(time)).map(({ id }) => id));
  const dropped = new Set<string>();
  for (const name of names.filter(({ time }) => isDropped(time))) {
    const isRemoved = await removeFile(join(folder, referenceFileName(name)));
    if (isRemoved && !kept.has(name.id)) dropped.add(name.id);
  }
  if (fsync && names.length > kept.size) await syncIfThere(folder);
  return dropped.size;
}

/**
 * Deletes the objects that no session refers to, with no lock. A writer writes its reference before it looks for the
 * object. An object is first set aside, and references are looked for after that: a writer that saw the object in its
 * place is found then, and one that comes later misses the object and writes it again. The same holds for objects that
 * another sweep set aside, running or killed.
 */
async function collectObjects(
  tenant: TenantFolder,
  folders: readonly string[],
  isCandidate: (id: string) => boolean,
): Promise<void> {
  const known = await referencedIds(tenant);
  const asides: { readonly folder: string; readonly name: string; readonly id: string }[] = [];
  for (const folder of folders) {
    for (const name of await listFolder(folder)) {
      if (isObjectName(name) && isCandidate(name) && !known.has(name)) await setAside(folder, name);
    }
    for (const name of await listFolder(folder)) {
      const id = asideId(name);
      if (id !== undefined && isCandidate(id)) asides.push({ folder, name, id });
    }
  }
  if (asides.length > 0) {
    const wanted = await referencedIds(tenant);
    for (const { folder, name, id } of asides) {
      await settleAside(join(folder, name), wanted.has(id) ? join(folder, id) : undefined);
    }
  }
  for (const folder of new Set(asides.map((aside) => aside.folder))) {
    if (tenant.fsync) await syncIfThere(folder);
  }
  for (const folder of folders) await removeEmptyFolder(folder);
}

async function referencedIds(tenant: TenantFolder): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const folder of await hashedFolders(join(tenant.path, "sessions"))) {
    for (const { id } of referenceNames(await listFolder(folder))) ids.add(id);
  }
  return ids;
}

/** Removes files left by a killed process. A writer that loses its temporary file writes it again. */
async function removeOldTemporaryFiles(folder: string, before: number): Promise<void> {
  for (const name of (await listFolder(folder)).filter(isTemporaryName)) {
    const path = join(folder, name);
    const age = await stat(path).catch(ignoreMissing);
    if (age && age.mtimeMs < before) await removeFile(path);
  }
}

/** A folder that others fill or have removed at the same moment stays as they want it. */
async function removeEmptyFolder(path: string): Promise<void> {
  await rmdir(path).catch((error: unknown) => {
    const code = (error as { code?: unknown } | null)?.code;
    if (code !== "ENOENT" && code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  });
}

export async function syncIfThere(folder: string): Promise<void> {
  await syncFolder(folder).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}

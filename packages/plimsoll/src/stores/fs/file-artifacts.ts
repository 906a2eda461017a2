import { basename, join } from "node:path";
import { sha256 } from "../../text/sha256.js";
import { CompactError } from "../../errors/compact-error.js";
import type { ArtifactCipher } from "../artifacts/artifact-cipher.js";
import { artifactPage, compareArtifactSessions } from "../artifacts/artifact-page.js";
import { bestHits } from "../artifacts/best-hits.js";
import type {
  Artifact,
  ArtifactInfo,
  ArtifactInput,
  ArtifactScope,
  ArtifactSession,
} from "../artifacts/artifact.js";
import type { HeldScope } from "../holds/legal-hold.js";
import type { ArtifactPart, ArtifactSweepOptions } from "../storage-adapter.js";
import { countFoldedWords, foldWords } from "../artifacts/count-words.js";
import { type ArtifactDescription, describeArtifact } from "../artifacts/describe-artifact.js";
import { ArtifactObjects, isObjectName } from "./artifact-objects.js";
import { listFolder } from "./list-folder.js";
import type { ArtifactReference, ReferenceName } from "./artifact-reference.js";
import { SessionReferences } from "./session-references.js";
import {
  hashedFolders,
  objectFolders,
  removeSession,
  sweepTenant,
  syncIfThere,
  type TenantFolder,
} from "./sweep-tenant.js";
import { KeyedQueue } from "../../collections/keyed-queue.js";
import { requireCipher, stopIfAborted } from "../artifacts/reseal-bytes.js";
import { ResealCount, type ResealOptions, type ResealReport } from "../artifacts/reseal-report.js";
import { storeUnavailable } from "../store-unavailable.js";
import { timestampMilliseconds } from "../timestamp-milliseconds.js";
import {
  type CheckedArtifact,
  validateArtifactId,
  validateArtifactInputs,
} from "../artifacts/validate-artifact-inputs.js";
import { validateArtifactScope, validateTenant } from "../artifacts/validate-artifact-scope.js";

const ALL = artifactPage();

export interface FileArtifactsOptions {
  readonly path: string;
  readonly fsync: boolean;
  readonly cipher: ArtifactCipher | undefined;
}

/** The files of one scope. */
interface Place {
  readonly tenant: TenantFolder;
  readonly sessionId: string;
  readonly session: SessionReferences;
  readonly objects: ArtifactObjects;
}

/** Artifacts in a folder: every payload once per tenant, in its own file. Processes may share the folder. */
export class FileArtifacts implements ArtifactPart {
  readonly name = "fs";
  readonly #settings: FileArtifactsOptions;
  readonly #queue = new KeyedQueue();

  get artifactSalt(): string {
    return this.#settings.cipher?.salt ?? "";
  }

  constructor(settings: FileArtifactsOptions) {
    this.#settings = settings;
  }

  async putArtifacts(scope: ArtifactScope, artifacts: readonly ArtifactInput[]): Promise<ArtifactInfo[]> {
    const place = this.#place(scope);
    const inputs = validateArtifactInputs(artifacts);
    if (inputs.length === 0) return [];
    return this.#queue.run(place.session.folder, () =>
      this.#attempt("store an artifact", () => this.#putAll(place, inputs)),
    );
  }

  async getArtifact(scope: ArtifactScope, id: string): Promise<Artifact | undefined> {
    const { session, objects } = this.#place(scope);
    validateArtifactId(id);
    return this.#attempt("read an artifact", async () => {
      const info = await session.find(id);
      const text = info && (await objects.read(id));
      return text === undefined ? undefined : ({ ...info, text } as Artifact);
    });
  }

  async listArtifacts(
    scope: ArtifactScope,
    options?: { readonly limit?: number; readonly offset?: number },
  ): Promise<ArtifactInfo[]> {
    const { session } = this.#place(scope);
    const page = artifactPage(options);
    return this.#attempt("list artifacts", async () =>
      (await session.references(page)).map(({ info }) => info),
    );
  }

  async searchArtifacts(
    scope: ArtifactScope,
    words: readonly string[],
    options?: { readonly limit?: number },
  ): Promise<ArtifactInfo[]> {
    const { session, objects } = this.#place(scope);
    const { limit } = artifactPage(options);
    const folded = foldWords(words);
    if (folded.length === 0) return [];
    return this.#attempt("search artifacts", async () => {
      const hits: { readonly info: ArtifactInfo; readonly found: number }[] = [];
      for (const { info } of await session.references(ALL)) {
        // A damaged payload must not hide the others; whoever reads it is told.
        const text = await objects.read(info.id).catch(ignoreDamage);
        const found = countFoldedWords(text ?? "", folded);
        if (found > 0) hits.push({ info, found });
      }
      return bestHits(hits, limit);
    });
  }

  async artifactSessions(tenant: string): Promise<ArtifactSession[]> {
    const { path } = this.#tenant(validateTenant(tenant));
    return this.#attempt("list sessions", async () => {
      const sessions: ArtifactSession[] = [];
      for (const folder of await hashedFolders(join(path, "sessions"))) {
        const summary = summarize(await this.#session(folder, basename(path)).references(ALL));
        // A renamed or copied folder would not be found under its session's name.
        if (summary && folderName(summary.sessionId) === basename(folder)) sessions.push(summary);
      }
      return sessions.sort(compareArtifactSessions);
    });
  }

  async removeArtifacts(scope: ArtifactScope): Promise<number> {
    const { tenant, session } = this.#place(scope);
    return this.#queue.run(session.folder, () =>
      this.#attempt("remove artifacts", () => removeSession(tenant, session.folder)),
    );
  }

  async sweepArtifacts(before: string, options: ArtifactSweepOptions = {}): Promise<number> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    const only = options.tenant === undefined ? undefined : this.#tenant(validateTenant(options.tenant));
    return this.#attempt("sweep", async () => {
      const tenants = only ? [only.path] : await hashedFolders(this.#settings.path);
      let swept = 0;
      const held = heldFolders(options.except ?? []);
      for (const tenant of tenants)
        swept += await sweepTenant(tenant, { before: limit, held: held.get(basename(tenant)) ?? new Set() });
      return swept;
    });
  }

  async reseal({ signal, onProgress }: ResealOptions = {}): Promise<ResealReport> {
    const cipher = requireCipher(this.#settings.cipher);
    const count = new ResealCount(onProgress);
    return this.#attempt("reseal", async () => {
      for (const tenant of await hashedFolders(this.#settings.path)) {
        for (const folder of await hashedFolders(join(tenant, "sessions"))) {
          const session = this.#session(folder, basename(tenant));
          for (const name of await session.names()) {
            stopIfAborted(signal);
            count.add(await this.#queue.run(folder, () => session.reseal(name, cipher)));
          }
          if (this.#settings.fsync) await syncIfThere(folder);
        }
        const objects = this.#objects(tenant);
        for (const folder of await objectFolders(tenant)) {
          for (const id of (await listFolder(folder)).filter(isObjectName)) {
            stopIfAborted(signal);
            count.add(await objects.reseal(id, cipher));
          }
          if (this.#settings.fsync) await syncIfThere(folder);
        }
      }
      return count.report();
    });
  }

  async close(): Promise<void> {
    await this.#queue.idle();
  }

  async #putAll(place: Place, inputs: readonly CheckedArtifact[]): Promise<ArtifactInfo[]> {
    const { session, objects, sessionId } = place;
    const names = await session.names();
    const newest = new Map(names.toReversed().map((name) => [name.id, name]));
    const held = new Map<string, HeldArtifact>();
    const folders = new Set([session.folder]);
    const infos: ArtifactInfo[] = [];
    for (const input of inputs) {
      const described = describeArtifact(input.text, this.#settings.cipher?.salt);
      const { id } = described;
      const known = held.get(id) ?? (await readHeld(session, newest.get(id)));
      const renewed = renewedArtifact(known, { ...described, input });
      if (renewed !== known) {
        await session.write({ id, time: input.time }, { sessionId, info: renewed.info });
        names.push({ id, time: input.time });
      }
      // After the reference is written and never before: see `collectObjects`.
      await objects.ensure(id, input.text);
      folders.add(objects.folderOf(id));
      held.set(id, renewed);
      infos.push(renewed.info);
    }
    if (this.#settings.fsync) for (const folder of folders) await syncIfThere(folder);
    const outdated = names.filter(({ id, time }) => time < (held.get(id)?.time ?? time));
    for (const name of outdated) await session.remove(name);
    return infos;
  }

  #place(scope: ArtifactScope): Place {
    const { tenant: name, sessionId } = validateArtifactScope(scope);
    const tenant = this.#tenant(name);
    const context = basename(tenant.path);
    return {
      tenant,
      sessionId,
      session: this.#session(join(tenant.path, "sessions", folderName(sessionId)), context),
      objects: this.#objects(tenant.path),
    };
  }

  #objects(tenant: string): ArtifactObjects {
    const [folder, context] = [join(tenant, "objects"), basename(tenant)];
    return new ArtifactObjects({ ...this.#settings, folder, context });
  }

  #tenant(name: string): TenantFolder {
    return { path: join(this.#settings.path, folderName(name)), fsync: this.#settings.fsync };
  }

  #session(folder: string, context: string): SessionReferences {
    return new SessionReferences({ ...this.#settings, folder, context });
  }

  async #attempt<T>(operation: string, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      throw storeUnavailable(error, { store: this.name, operation, path: this.#settings.path });
    }
  }
}

/** An artifact of a session, and when the session stored it last. */
interface HeldArtifact {
  readonly time: number;
  readonly info: ArtifactInfo;
}

async function readHeld(
  session: SessionReferences,
  name: ReferenceName | undefined,
): Promise<HeldArtifact | undefined> {
  const reference = name && (await session.read(name).catch(ignoreDamage));
  return name && reference && { time: name.time, info: reference.info };
}

/** The artifact after it was stored once more; the same object if nothing changed. */
function renewedArtifact(
  known: HeldArtifact | undefined,
  { input, ...described }: ArtifactDescription & { readonly input: CheckedArtifact },
): HeldArtifact {
  const { kind, label, ts, time } = input;
  if (!known) return { time, info: { ...described, kind, label, firstTs: ts, lastTs: ts } };
  return time > known.time ? { time, info: { ...known.info, lastTs: ts } } : known;
}

/** By tenant the sessions that a sweep leaves alone, as the names of their folders. */
function heldFolders(except: readonly HeldScope[]): ReadonlyMap<string, ReadonlySet<string> | "all"> {
  const held = new Map<string, Set<string> | "all">();
  for (const { tenant, sessionId } of except) {
    const name = folderName(tenant);
    const known = held.get(name) ?? new Set();
    if (known === "all") continue;
    held.set(name, sessionId === undefined ? "all" : known.add(folderName(sessionId)));
  }
  return held;
}

/** The name is hashed as JSON, because UTF-8 would make all lone surrogates equal. */
function folderName(name: string): string {
  return sha256(JSON.stringify(name)).slice(0, 32);
}

function summarize(references: readonly ArtifactReference[]): ArtifactSession | undefined {
  const [newest] = references;
  return (
    newest && {
      sessionId: newest.sessionId,
      artifacts: references.length,
      characters: references.reduce((sum, { info }) => sum + info.characters, 0),
      lastTs: newest.info.lastTs,
    }
  );
}

function ignoreDamage(error: unknown): undefined {
  if (CompactError.isInstance(error)) return undefined;
  throw error;
}

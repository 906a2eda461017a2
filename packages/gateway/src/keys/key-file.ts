import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { CompactError } from "plimsoll";
import type { StoredKey } from "./stored-key.js";

/** Begins like keys of other services do, so that clients take it and redaction finds it. */
const PREFIX = "sk-plimsoll-";
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_KEYS = 10_000;
const VERSION = 1;
const TENANT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export interface NewKey {
  readonly name: string;
  /** @default the id of the key, so that it shares nothing with any other */
  readonly tenant?: string;
}

/**
 * The file of gateway keys: hashes, readable by its owner alone. The keys themselves are shown once and kept nowhere.
 */
export class KeyFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Undefined if there is no file.
   *
   * @throws CompactError `INVALID_CONFIG` if it is no file of keys, or others may write to it.
   */
  async read(): Promise<readonly StoredKey[] | undefined> {
    const info = await stat(this.#path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw this.#invalid(`cannot be read: ${error.message}`);
    });
    if (!info) return undefined;
    if (process.platform !== "win32" && (info.mode & 0o022) !== 0)
      throw this.#invalid(`may be written by others than its owner; run: chmod 600 ${this.#path}`);
    if (info.size > MAX_BYTES) throw this.#invalid(`is larger than ${MAX_BYTES} bytes`);
    return this.#parse(await readFile(this.#path, "utf8"));
  }

  /** Adds a key. What is returned with it is the only place where it can be read. */
  async create({ name, tenant }: NewKey, created: Date): Promise<{ key: string; stored: StoredKey }> {
    if (!/^[\x20-\x7e\u00a0-\uffff]{1,100}$/.test(name))
      throw new CompactError("INVALID_INPUT", "Give the key a name of 1 to 100 characters on one line.");
    if (tenant !== undefined && !TENANT.test(tenant)) {
      throw new CompactError(
        "INVALID_INPUT",
        "A tenant is named by letters, digits, dots, dashes and underscores, 64 at most, and begins with a letter or digit.",
      );
    }
    const key = `${PREFIX}${randomBytes(32).toString("base64url")}`;
    const hash = createHash("sha256").update(key).digest("hex");
    const id = `key_${randomBytes(6).toString("hex")}`;
    const stored: StoredKey = { id, name, tenant: tenant ?? id, hash, created: created.toISOString() };
    const keys = (await this.read()) ?? [];
    if (keys.length >= MAX_KEYS) throw this.#invalid(`holds ${MAX_KEYS} keys, the maximum; revoke some`);
    await this.#write([...keys, stored]);
    return { key, stored };
  }

  /** Removes a key by its id, or by its name where only one has it. */
  async revoke(given: string): Promise<StoredKey> {
    const keys = (await this.read()) ?? [];
    const found = keys.filter(({ id, name }) => id === given || name === given);
    const [only] = found;
    if (only === undefined)
      throw new CompactError(
        "INVALID_INPUT",
        `There is no key "${given.slice(0, 100)}"; see: compactctl keys list`,
      );
    if (found.length > 1) {
      const ids = found.map(({ id }) => id).join(", ");
      throw new CompactError("INVALID_INPUT", `Several keys have that name; give the id of one: ${ids}`);
    }
    await this.#write(keys.filter((key) => key !== only));
    return only;
  }

  #parse(text: string): StoredKey[] {
    let file: unknown;
    try {
      file = JSON.parse(text);
    } catch {
      throw this.#invalid("is not JSON");
    }
    const { version, keys } = (file ?? {}) as { readonly version?: unknown; readonly keys?: unknown };
    if (version !== VERSION || !Array.isArray(keys) || keys.length > MAX_KEYS)
      throw this.#invalid(`is no file of gateway keys of version ${VERSION}`);
    if (!keys.every(isStoredKey)) throw this.#invalid("holds an entry that is no key");
    return keys;
  }

  async #write(keys: readonly StoredKey[]): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true });
    const draft = `${this.#path}.${randomBytes(6).toString("hex")}.tmp`;
    try {
      const file = await open(draft, "wx", 0o600);
      try {
        await file.writeFile(`${JSON.stringify({ version: VERSION, keys }, null, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await chmod(draft, 0o600);
      await rename(draft, this.#path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  #invalid(problem: string): CompactError {
    return new CompactError("INVALID_CONFIG", `The key file ${this.#path} ${problem}.`, {
      details: { key: "gateway.keys_file", value: this.#path },
    });
  }
}

function isStoredKey(entry: unknown): entry is StoredKey {
  const { id, name, tenant, hash, created } = (entry ?? {}) as Record<string, unknown>;
  const texts = [id, name, created].every((value) => typeof value === "string" && value.length <= 200);
  return texts && typeof tenant === "string" && TENANT.test(tenant) && /^[0-9a-f]{64}$/.test(String(hash));
}

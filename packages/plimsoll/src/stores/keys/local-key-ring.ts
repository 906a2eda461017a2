import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { CompactError } from "../../errors/compact-error.js";
import { AES_IV_BYTES, aesGcmKey } from "./aes-gcm-key.js";
import type { KeyService } from "./key-service.js";

export interface LocalKeyRingOptions {
  /** The file of the keys; made, readable by its owner alone, if there is none. Back it up apart from the store. */
  readonly path: string;
}

interface Ring {
  readonly salt: string;
  /** By id, the newest first. */
  readonly keys: ReadonlyMap<string, Uint8Array>;
  readonly newest: string;
}

const KEY_BYTES = 32;
const SALT = "salt";
const LINE = /^([a-z0-9]{1,32}):([0-9a-f]{64})$/;

/**
 * A key service in one file: a line `salt:hexadecimal`, and one `id:hexadecimal` for each key, the newest first. Several
 * processes may share it. One that meets a key which it does not know reads the file again.
 *
 * @throws CompactError `INVALID_CONFIG` if the file is damaged or cannot be made.
 */
export function localKeyRing({ path }: LocalKeyRingOptions): KeyService {
  let ring = readOrMake(path);
  const keyOf = (id: string): Uint8Array => {
    if (!ring.keys.has(id)) ring = readOrMake(path);
    const key = ring.keys.get(id);
    if (key) return key;
    throw new CompactError(
      "STORE_UNAVAILABLE",
      `The key ring ${path} has no key ${id.slice(0, 40)}. Put its line back; what it protects cannot be read without it.`,
      { details: { path } },
    );
  };
  const bound = (id: string): Uint8Array => new TextEncoder().encode(`plimsoll data key under ${id}`);
  return {
    name: "local key ring",
    salt: ring.salt,
    currentKeyId: () => ring.newest,
    async wrap(dataKey) {
      const { newest: keyId } = ring;
      const iv = new Uint8Array(randomBytes(AES_IV_BYTES));
      const body = await aesGcmKey(keyOf(keyId)).encrypt(dataKey, { iv, additionalData: bound(keyId) });
      return { keyId, bytes: new Uint8Array(Buffer.concat([iv, body])) };
    },
    async unwrap({ keyId, bytes }) {
      const parameters = { iv: bytes.subarray(0, AES_IV_BYTES), additionalData: bound(keyId) };
      return aesGcmKey(keyOf(keyId)).decrypt(bytes.subarray(AES_IV_BYTES), parameters);
    },
    async rotate() {
      const id = locked(path, () => {
        const [made, line] = newLine();
        replaceFile(path, `${line}${readFileSync(path, "utf8")}`);
        return made;
      });
      ring = readOrMake(path);
      return id;
    },
  };
}

function readOrMake(path: string): Ring {
  try {
    return parsed(textOf(path) ?? made(path), path);
  } catch (cause) {
    if (CompactError.isInstance(cause)) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CompactError("INVALID_CONFIG", `The key ring ${path} cannot be read or made: ${reason}`, {
      details: { key: "storage.key_ring", value: path },
      cause,
    });
  }
}

function parsed(text: string, path: string): Ring {
  const keys = new Map<string, Uint8Array>();
  let salt: string | undefined;
  for (const line of text.split("\n").map((one) => one.trim())) {
    if (line === "" || line.startsWith("#")) continue;
    const [, id, digits] = LINE.exec(line) ?? [];
    if (id === undefined || digits === undefined)
      throw damaged(path, "a line is not a name, a colon and 64 hexadecimal digits");
    if (id === SALT) salt = digits;
    else if (!keys.has(id)) keys.set(id, new Uint8Array(Buffer.from(digits, "hex")));
  }
  const [newest] = keys.keys();
  if (salt === undefined || newest === undefined)
    throw damaged(path, "it needs a line of salt and one of a key");
  return { salt, keys, newest };
}

function damaged(path: string, reason: string): CompactError {
  return new CompactError(
    "INVALID_CONFIG",
    `The key ring ${path} is damaged: ${reason}. Put the file back from its backup; a new one would open nothing.`,
    { details: { key: "storage.key_ring", value: path } },
  );
}

function newLine(): [id: string, line: string] {
  const id = randomBytes(6).toString("hex");
  return [id, `${id}:${randomBytes(KEY_BYTES).toString("hex")}\n`];
}

/** Another process may make it at the same time: then its file counts. */
function made(path: string): string {
  const text = `${newLine()[1]}${SALT}:${randomBytes(KEY_BYTES).toString("hex")}\n`;
  mkdirSync(dirname(path), { recursive: true });
  const own = temporary(path);
  writeFileSync(own, text, { mode: 0o600, flag: "wx", flush: true });
  try {
    // Appears whole or not at all, and never over another's.
    linkSync(own, path);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return readFileSync(path, "utf8");
  } finally {
    rmSync(own, { force: true });
  }
}

/** Two that rotate at once would lose one of their keys, and all that it protects. */
function locked<T>(path: string, task: () => T): T {
  const lock = `${path}.lock`;
  try {
    writeFileSync(lock, "", { mode: 0o600, flag: "wx" });
  } catch (cause) {
    throw new CompactError(
      "STORE_UNAVAILABLE",
      `The key ring ${path} is being rotated, or cannot be written. If nobody rotates it, remove ${lock} and try again.`,
      { cause },
    );
  }
  try {
    return task();
  } finally {
    rmSync(lock, { force: true });
  }
}

function replaceFile(path: string, text: string): void {
  const own = temporary(path);
  writeFileSync(own, text, { mode: 0o600, flag: "wx", flush: true });
  renameSync(own, path);
}

const temporary = (path: string): string => `${path}.${randomBytes(6).toString("hex")}.new`;

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { SealingKey } from "./sealing-key.js";

type SealingKeys = readonly [SealingKey, ...SealingKey[]];

const SECRET_BYTES = 32;
const LINE = /^([a-z0-9]{1,32}):([0-9a-f]{64})$/;

/** A key that nobody else has and that is gone with the process. */
export function temporarySealingKey(): SealingKey {
  return { id: randomBytes(4).toString("hex"), secret: new Uint8Array(randomBytes(SECRET_BYTES)) };
}

/**
 * The keys of a file, one `id:hexadecimal` a line, the newest first. The file is made, readable by its owner alone, if there is
 * none. Several nodes share one file, so what one sealed opens on all.
 */
export async function loadSealingKeys(path: string): Promise<SealingKeys> {
  return parse((await readIfPresent(path)) ?? (await create(path)), path);
}

/** The same for a file that must be there. */
export async function readSealingKeys(path: string): Promise<SealingKeys> {
  const text = await readIfPresent(path);
  if (text !== undefined) return parse(text, path);
  throw new Error(`There is no key file ${path}. The gateway makes it with its first start.`);
}

function parse(text: string, path: string): SealingKeys {
  const lines = text.split("\n").map((line) => line.trim());
  const keys = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => parseLine(line, path));
  const [newest, ...older] = keys;
  if (!newest) throw new Error(`The key file ${path} holds no key. Remove it, and a new one is made.`);
  return [newest, ...older];
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Another process may make it at the same time: then its key counts. */
async function create(path: string): Promise<string> {
  const { id, secret } = temporarySealingKey();
  const line = `${id}:${Buffer.from(secret).toString("hex")}\n`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, line, { mode: 0o600, flag: "wx" });
    return line;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return readFile(path, "utf8");
  }
}

function parseLine(line: string, path: string): SealingKey {
  const [, id, secret] = LINE.exec(line) ?? [];
  if (id === undefined || secret === undefined)
    throw new Error(`A line of the key file ${path} is not "id:" and 64 hexadecimal digits.`);
  return { id, secret: new Uint8Array(Buffer.from(secret, "hex")) };
}

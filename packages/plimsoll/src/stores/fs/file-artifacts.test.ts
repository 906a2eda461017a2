import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { artifactId } from "../artifacts/describe-artifact.js";
import { fileStorage } from "./file-storage.js";

const KEY = "00ff".repeat(16);
const OTHER_KEY = "11ee".repeat(16);
const SCOPE = { tenant: "t", sessionId: "session-of-the-test" };
const LATER = "2030-01-01T00:00:00.000Z";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-fs-artifacts-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

const payload = (text: string, minute = 0) => ({
  text,
  kind: "kind-of-payload",
  label: "label-of-payload",
  ts: `2026-03-01T10:${String(minute).padStart(2, "0")}:00.000Z`,
});
const open = (key?: string) =>
  fileStorage({ path: folder, artifactsPath: folder, fsync: false, ...(key ? { artifactKey: key } : {}) });

/** Paths of all files below the store, relative to it. */
async function files(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

async function fileWith(part: string): Promise<string> {
  const found = (await files()).filter((path) => path.includes(part));
  expect(found).toHaveLength(1);
  return join(folder, found[0] ?? "");
}

async function put(text: string, store = open()): Promise<string> {
  const [info] = await store.putArtifacts(SCOPE, [payload(text)]);
  return info?.id ?? "";
}

describe("the files", () => {
  it("are created on the first write, for their owner only", async () => {
    const path = join(folder, "deep", "artifacts");
    const store = fileStorage({ path, artifactsPath: path });
    expect(await store.listArtifacts(SCOPE)).toEqual([]);
    expect(await store.sweepArtifacts(LATER)).toBe(0);
    expect(await store.removeArtifacts(SCOPE)).toBe(0);
    expect(await readdir(folder)).toEqual([]);
    await store.putArtifacts(SCOPE, [payload("x")]);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(entries.length).toBeGreaterThan(6);
    for (const entry of entries) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect(mode & 0o777).toBe(entry.isFile() ? 0o600 : 0o700);
    }
  });

  it("are one object for all sessions of a tenant and one reference for each session", async () => {
    const store = open();
    const id = await put("shared", store);
    await store.putArtifacts({ ...SCOPE, sessionId: "other" }, [payload("shared")]);
    await store.putArtifacts(SCOPE, [payload("shared", 5), payload("shared", 4), payload("shared", 6)]);
    const found = await files();
    expect(found).toHaveLength(3);
    expect(found.filter((path) => path.endsWith(`/objects/${id.slice(4, 6)}/${id}`))).toHaveLength(1);
    expect(await readFile(await fileWith("/objects/"), "latin1")).toBe("\u0008shared");
    await store.putArtifacts({ ...SCOPE, tenant: "other" }, [payload("shared")]);
    expect(await files()).toHaveLength(5);
  });

  it("are all gone when nothing refers to them", async () => {
    const store = open();
    await put("a", store);
    await store.putArtifacts({ ...SCOPE, sessionId: "other" }, [payload("a"), payload("b")]);
    expect(await store.removeArtifacts(SCOPE)).toBe(1);
    expect(await files()).toHaveLength(4);
    expect(await store.sweepArtifacts(LATER)).toBe(2);
    expect(await readdir(folder)).toEqual([]);
  });

  it("are passed over if they are not the store's own", async () => {
    const id = await put("x");
    const object = await fileWith("/objects/");
    const reference = await fileWith("/sessions/");
    const foreign = [`${object}.txt`, `${reference}.txt`, join(folder, "notes.txt")];
    for (const path of foreign) await writeFile(path, "foreign");
    expect(await open().listArtifacts(SCOPE)).toHaveLength(1);
    expect((await open().getArtifact(SCOPE, id))?.text).toBe("x");
    expect(await open().sweepArtifacts(LATER)).toBe(1);
    expect((await files()).map((path) => join(folder, path))).toEqual(foreign.sort());
  });

  it("of a session are not taken for another session's when their folder is renamed", async () => {
    await put("x");
    const session = join(await fileWith("/sessions/"), "..");
    await rename(session, join(session, "..", "0".repeat(32)));
    expect(await open().artifactSessions("t")).toEqual([]);
    expect(await open().listArtifacts(SCOPE)).toEqual([]);
  });
});

describe("what a killed process leaves", () => {
  it("is cleaned by the sweep: temporary files from before its time", async () => {
    await put("x");
    const left = [`${await fileWith("/objects/")}.1.tmp`, `${await fileWith("/sessions/")}.2.tmp`];
    const fresh = `${await fileWith("/objects/")}.3.tmp`;
    for (const path of [...left, fresh]) await writeFile(path, "half");
    for (const path of left) await utimes(path, new Date("2020-01-01"), new Date("2020-01-01"));
    expect(await open().listArtifacts(SCOPE)).toHaveLength(1);
    expect(await open().sweepArtifacts("2021-01-01T00:00:00.000Z")).toBe(0);
    const found = (await files()).map((path) => join(folder, path));
    expect(found).toHaveLength(3);
    expect(found).toContain(fresh);
  });

  it("is an object set aside, which reads find and the next sweep puts back", async () => {
    const id = await put("x");
    const object = await fileWith("/objects/");
    const aside = `${object}.${"0".repeat(8)}-0000-4000-8000-${"0".repeat(12)}.aside`;
    await rename(object, aside);
    expect((await open().getArtifact(SCOPE, id))?.text).toBe("x");
    expect(await open().searchArtifacts(SCOPE, ["x"])).toHaveLength(1);
    expect(await open().sweepArtifacts("2021-01-01T00:00:00.000Z")).toBe(0);
    expect(await fileWith("/objects/")).toBe(object);
    await rename(object, aside);
    expect(await open().sweepArtifacts(LATER)).toBe(1);
    expect(await files()).toEqual([]);
  });

  it("is two references to one artifact, of which the newer counts", async () => {
    const store = open();
    const id = await put("x", store);
    const reference = await fileWith("/sessions/");
    const older = await readFile(reference);
    const [renewed] = await store.putArtifacts(SCOPE, [payload("x", 30)]);
    await writeFile(reference, older);
    expect(await store.listArtifacts(SCOPE)).toEqual([renewed]);
    expect(await store.artifactSessions("t")).toMatchObject([{ artifacts: 1, characters: 1 }]);
    expect(await store.sweepArtifacts("2026-03-01T10:10:00.000Z")).toBe(0);
    expect((await store.getArtifact(SCOPE, id))?.lastTs).toBe(renewed?.lastTs);
    expect(await files()).toHaveLength(2);
    await writeFile(reference, older);
    expect(await store.removeArtifacts(SCOPE)).toBe(1);
  });

  it("is a reference without its object, which the next put of the text heals", async () => {
    const id = await put("x");
    await rm(await fileWith("/objects/"));
    expect(await open().getArtifact(SCOPE, id)).toBeUndefined();
    expect(await open().searchArtifacts(SCOPE, ["x"])).toEqual([]);
    expect(await put("x")).toBe(id);
    expect((await open().getArtifact(SCOPE, id))?.text).toBe("x");
  });

  it("is an object or a reference that was cut short, which the next put of the text heals", async () => {
    const id = await put("text");
    const reference = await fileWith("/sessions/");
    await writeFile(await fileWith("/objects/"), "\u0008te");
    await writeFile(reference, "");
    expect(await open().listArtifacts(SCOPE)).toEqual([]);
    expect(await open().getArtifact(SCOPE, id)).toBeUndefined();
    await put("text");
    expect(await open().getArtifact(SCOPE, id)).toMatchObject({ text: "text", label: "label-of-payload" });
    await writeFile(reference, '{"plimsoll":"arti');
    await put("text");
    expect(await open().listArtifacts(SCOPE)).toHaveLength(1);
  });
});

describe("a damaged file", () => {
  const damaged = { code: "STORE_UNAVAILABLE", message: expect.stringContaining("damaged") };

  it("is told to whoever reads the artifact, and hides no other from a search", async () => {
    const store = open();
    const id = await put("text", store);
    await store.putArtifacts(SCOPE, [payload("another text", 5)]);
    const object = await fileWith(`/${id.slice(4, 6)}/${id}`);
    for (const content of ["\u0008tex!", "\u0008te", "", "text", "\u0010tex"]) {
      await writeFile(object, content);
      await expect(open().getArtifact(SCOPE, id)).rejects.toMatchObject(damaged);
      expect(await open().searchArtifacts(SCOPE, ["text"])).toMatchObject([{ characters: 12 }]);
      expect(await open().listArtifacts(SCOPE)).toHaveLength(2);
    }
  });

  it.each([
    ["is no JSON", "{"],
    ["is no reference", '{"hello":"world"}'],
    ["lacks fields", '{"plimsoll":"artifact","version":1,"sessionId":"s"}'],
  ])("is named if it is a reference that %s", async (_, content) => {
    const id = await put("x");
    const reference = await fileWith("/sessions/");
    await writeFile(reference, content);
    const named = { ...damaged, message: expect.stringContaining(reference) };
    await expect(open().listArtifacts(SCOPE)).rejects.toMatchObject(named);
    await expect(open().getArtifact(SCOPE, id)).rejects.toMatchObject(named);
  });

  it("is not what a later release writes", async () => {
    await put("x");
    const reference = await fileWith("/sessions/");
    await writeFile(reference, '{"plimsoll":"artifact","version":2}');
    await expect(open().listArtifacts(SCOPE)).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining("format version 2"),
    });
  });
});

describe("an encrypted store", () => {
  const unreadable = { code: "STORE_UNAVAILABLE", message: expect.stringContaining("Check the key") };

  it("shows neither payload, kind, label nor session id in any file or name", async () => {
    const store = open(KEY);
    const text = "a secret payload of some length, UTF-8";
    const broken = "another secret \ud800 payload";
    await store.putArtifacts(SCOPE, [payload(text), payload(broken)]);
    const needles = [text, "secret", "kind-of", "label-of", "session-of", artifactId(text).slice(4)].flatMap(
      (needle) => [Buffer.from(needle, "utf8"), Buffer.from(needle, "utf16le")],
    );
    const found = await files();
    expect(found).toHaveLength(4);
    for (const path of found) {
      const bytes = Buffer.concat([Buffer.from(path), await readFile(join(folder, path))]);
      for (const needle of needles) expect(bytes.includes(needle)).toBe(false);
    }
    await open().putArtifacts({ ...SCOPE, tenant: "plain" }, [payload(text)]);
    const plain = await Promise.all((await files()).map((path) => readFile(join(folder, path))));
    expect(plain.some((bytes) => bytes.includes("secret"))).toBe(true);
    expect(plain.some((bytes) => bytes.includes("label-of"))).toBe(true);
  });

  it("is not read with another key, or with none", async () => {
    const id = await put("x", open(KEY));
    for (const [store, error] of [
      [open(OTHER_KEY), unreadable],
      [open(), { code: "STORE_UNAVAILABLE", message: expect.stringContaining("is encrypted") }],
    ] as const) {
      await expect(store.listArtifacts(SCOPE)).rejects.toMatchObject(error);
      await expect(store.getArtifact(SCOPE, id)).rejects.toMatchObject(error);
      await expect(store.searchArtifacts(SCOPE, ["x"])).rejects.toMatchObject(error);
      await expect(store.artifactSessions("t")).rejects.toMatchObject(error);
    }
    expect((await open(KEY).getArtifact(SCOPE, id))?.text).toBe("x");
  });

  it("can be swept without its key", async () => {
    await put("x", open(KEY));
    expect(await open().sweepArtifacts("2021-01-01T00:00:00.000Z")).toBe(0);
    expect(await open().sweepArtifacts(LATER)).toBe(1);
    expect(await files()).toEqual([]);
  });

  it("refuses an object or a reference of which a bit was changed", async () => {
    const id = await put("a payload", open(KEY));
    for (const part of ["/objects/", "/sessions/"]) {
      const path = await fileWith(part);
      const whole = await readFile(path);
      const changed = Buffer.from(whole);
      changed[20] = (changed[20] ?? 0) ^ 1;
      await writeFile(path, changed);
      await expect(open(KEY).getArtifact(SCOPE, id)).rejects.toMatchObject(unreadable);
      await writeFile(path, whole);
    }
    expect((await open(KEY).getArtifact(SCOPE, id))?.text).toBe("a payload");
  });

  it("refuses an object or a reference that was moved to another place", async () => {
    const store = open(KEY);
    const ids = [await put("one", store), await put("two", store)];
    const [one = "", two = ""] = await Promise.all(ids.map((id) => fileWith(`/${id.slice(4, 6)}/${id}`)));
    await writeFile(two, await readFile(one));
    await expect(store.getArtifact(SCOPE, ids[1] ?? "")).rejects.toMatchObject(unreadable);
    const [first = "", second = ""] = (await files()).filter((path) => path.includes("/sessions/"));
    await writeFile(join(folder, second), await readFile(join(folder, first)));
    await expect(store.listArtifacts(SCOPE)).rejects.toMatchObject(unreadable);
  });

  it("refuses a key that is none when it is opened", () => {
    expect(() => fileStorage({ path: folder, artifactsPath: folder, artifactKey: "short" })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG" }),
    );
  });
});

describe("errors", () => {
  it("name the path and carry the cause when a folder cannot be made", async () => {
    await writeFile(join(folder, "file"), "");
    const path = join(folder, "file", "artifacts");
    await expect(
      fileStorage({ path, artifactsPath: path }).putArtifacts(SCOPE, [payload("x")]),
    ).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining(path),
      details: { code: "ENOTDIR", path },
    });
  });

  it("tell that an object is a folder", async () => {
    const id = await put("x");
    const object = await fileWith("/objects/");
    await rm(object);
    await mkdir(object);
    await expect(open().getArtifact(SCOPE, id)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });

  it("refuse to work without a path", () => {
    expect(() => fileStorage({ path: "" })).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
  });
});

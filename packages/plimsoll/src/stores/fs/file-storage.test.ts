import {
  appendFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  unlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileStorage } from "./file-storage.js";
import type { StoredEntry } from "../storage-adapter.js";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-fs-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

const item = (id: string, data: unknown = `text of ${id}`): StoredEntry => ({
  kind: "item",
  id,
  ts: "2026-03-01T10:00:00.000Z",
  data,
});
const ids = (entries: readonly StoredEntry[]) => entries.map((entry) => entry.id);
const open = (path = folder) => fileStorage({ path, fsync: false });
const fileOf = (session: string) => join(folder, `${session}.jsonl`);

describe("the files", () => {
  it("are created on the first write, for their owner only", async () => {
    const path = join(folder, "deep", "archive");
    const store = fileStorage({ path });
    expect(await store.read("s")).toEqual([]);
    expect(await store.sessions()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
    await store.append("s", [item("a")]);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, "deep"))).mode & 0o777).toBe(0o700);
    expect((await stat(join(path, "s.jsonl"))).mode & 0o777).toBe(0o600);
  });

  it("hold a header with the session id, then one line per entry", async () => {
    await open().append("s", [item("a", { n: 1 }), item("b")]);
    const text = await readFile(fileOf("s"), "utf8");
    expect(text).toBe(
      '{"plimsoll":"session","version":1,"sessionId":"s"}\n' +
        '{"kind":"item","id":"a","ts":"2026-03-01T10:00:00.000Z","data":{"n":1}}\n' +
        '{"kind":"item","id":"b","ts":"2026-03-01T10:00:00.000Z","data":"text of b"}\n',
    );
  });

  it("take a batch that is too large for one write", async () => {
    const batch = Array.from({ length: 12 }, (_, index) => item(`i${index}`, "é".repeat(1_000_000)));
    await open().append("s", batch);
    expect(await open().read("s")).toEqual(batch);
    expect(await open().sessions()).toMatchObject([{ sessionId: "s", entries: 12 }]);
  });

  it("stay the same when an append has nothing new", async () => {
    const store = open();
    await store.append("s", [item("a")]);
    const before = await readFile(fileOf("s"));
    await store.append("s", [item("a"), item("a")]);
    expect(await readFile(fileOf("s"))).toEqual(before);
  });
});

describe("a torn file", () => {
  it("loses nothing but the torn line, wherever it was cut", async () => {
    await open().append("s", [item("a"), item("b", "é 漢 👻"), item("c", "last \u0000")]);
    const whole = await readFile(fileOf("s"));
    const lineEnds = [...whole.keys()].filter((index) => whole[index] === 10);
    for (let length = 0; length <= whole.length; length += 1) {
      await writeFile(fileOf("s"), whole.subarray(0, length));
      // An entry that lacks nothing but its newline is whole.
      const kept = ["a", "b", "c"].filter((_, index) => length >= (lineEnds[index + 1] ?? 0));
      const store = open();
      expect(ids(await store.read("s"))).toEqual(kept);
      await store.append("s", [item("next"), item("a")]);
      const expected = [...kept, "next", ...(kept.includes("a") ? [] : ["a"])];
      expect(ids(await store.read("s"))).toEqual(expected);
      expect(ids(await open().read("s"))).toEqual(expected);
      expect((await open().sessions())[0]).toMatchObject({ sessionId: "s" });
    }
  });

  it("has the time of its last whole entry", async () => {
    const store = open();
    await store.append("s", [item("a"), { ...item("b"), ts: "2026-03-01T11:00:00.000Z" }]);
    await appendFile(fileOf("s"), '{"kind":"item","id":"c","ts":"2026-03-02T10:00:00.000Z","da');
    expect(await store.sessions()).toEqual([
      {
        sessionId: "s",
        entries: 2,
        firstTs: "2026-03-01T10:00:00.000Z",
        lastTs: "2026-03-01T11:00:00.000Z",
      },
    ]);
    expect(await store.sweep("2026-03-01T12:00:00.000Z")).toEqual(["s"]);
  });

  it("is listed even if its last line is long", async () => {
    const store = open();
    await store.append("s", [item("a"), item("b", "x".repeat(300_000))]);
    await appendFile(fileOf("s"), "y".repeat(200_000));
    expect(await store.sessions()).toMatchObject([{ sessionId: "s", entries: 2 }]);
  });
});

describe("a shared folder", () => {
  it("keeps every line of an append, in order, where another writer was killed in the middle of a line just before it", async () => {
    const store = open();
    const large = item("d", "x".repeat(5_000_000));
    const seams: number[] = [];
    for (const entries of [[item("a"), item("b")], [item("c"), large, item("e")], [item("f")]]) {
      await store.append("s", entries);
      seams.push((await stat(fileOf("s"))).size);
    }
    const whole = await readFile(fileOf("s"));
    const behindLarge = whole.lastIndexOf("xx") + `xx"}\n`.length;
    for (const seam of [...seams.slice(0, -1), behindLarge]) {
      const torn = Buffer.from('{"kind":"item","id":"torn","ts":"2026-03-');
      await writeFile(fileOf("s"), Buffer.concat([whole.subarray(0, seam), torn, whole.subarray(seam)]));
      expect(ids(await open().read("s"))).toEqual(["a", "b", "c", "d", "e", "f"]);
    }
  });

  it("shows what another writer appended, and skips the items it brought", async () => {
    const one = open();
    const other = open();
    await one.append("s", [item("a")]);
    await other.append("s", [item("b")]);
    await one.append("s", [item("b"), item("c")]);
    expect(ids(await one.read("s"))).toEqual(["a", "b", "c"]);
    expect((await other.find("s", ["c", "a"])).map((entry) => entry?.data)).toEqual([
      "text of c",
      "text of a",
    ]);
  });

  it("shows an item once that two writers wrote at the same time", async () => {
    const one = open();
    await one.append("s", [item("a")]);
    const text = await readFile(fileOf("s"), "utf8");
    await appendFile(fileOf("s"), text);
    expect(ids(await one.read("s"))).toEqual(["a"]);
    expect(ids(await open().read("s"))).toEqual(["a"]);
  });

  it("reads a line that was half written when it is whole", async () => {
    const store = open();
    await store.append("s", [item("a")]);
    const line = `${JSON.stringify(item("b"))}\n`;
    await appendFile(fileOf("s"), line.slice(0, 20));
    expect(ids(await store.read("s"))).toEqual(["a"]);
    await appendFile(fileOf("s"), line.slice(20));
    expect(ids(await store.read("s"))).toEqual(["a", "b"]);
  });

  it("notices that another writer removed the session and began it again", async () => {
    const one = open();
    const other = open();
    await one.append("s", [item("a"), item("b")]);
    await other.remove("s");
    expect(await one.read("s")).toEqual([]);
    await other.append("s", [item("x", "x".repeat(500)), item("b")]);
    expect(ids(await one.read("s"))).toEqual(["x", "b"]);
    await one.append("s", [item("a")]);
    expect(ids(await other.read("s"))).toEqual(["x", "b", "a"]);
  });

  it("waits while another process replaces a file, so that entries stay whole and in order", async () => {
    const [writer, reader] = [open(), open()];
    await writer.append("s", [item("1")]);
    const before = await readFile(fileOf("s"));
    await writer.append("s", [item("2")]);
    const late = (await readFile(fileOf("s"))).subarray(before.length);
    // What another process does that read the file before the second entry came.
    await link(fileOf("s"), `${fileOf("s")}.replaced`);
    await writeFile(join(folder, "s.tmp"), before);
    await rename(join(folder, "s.tmp"), fileOf("s"));
    const [appended, read] = [writer.append("s", [item("3")]), reader.read("s")];
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    await appendFile(fileOf("s"), late);
    await unlink(`${fileOf("s")}.replaced`);
    await appended;
    expect(ids(await read).slice(0, 2)).toEqual(["1", "2"]);
    expect(ids(await reader.read("s"))).toEqual(["1", "2", "3"]);
  });

  it("lists what another writer appended, removed and began again since the last list", async () => {
    const [writer, reader] = [open(), open()];
    const counts = async () => (await reader.sessions()).map(({ entries }) => entries);
    await writer.append("s", [item("1")]);
    expect(await counts()).toEqual([1]);
    await writer.append("s", [item("2"), item("3")]);
    expect(await counts()).toEqual([3]);
    expect(await counts()).toEqual([3]);
    await writer.remove("s");
    expect(await counts()).toEqual([]);
    await writer.append("s", [item("1")]);
    expect(await counts()).toEqual([1]);
  });

  it("passes over entries of kinds that a later release writes", async () => {
    const store = open();
    await store.append("s", [item("a")]);
    await appendFile(fileOf("s"), `${JSON.stringify({ ...item("z"), kind: "hologram" })}\n`);
    await store.append("s", [item("b")]);
    expect(ids(await store.read("s"))).toEqual(["a", "b"]);
    expect(await store.find("s", ["z"])).toEqual([undefined]);
  });

  it("passes over files that are not its own", async () => {
    const store = open();
    await store.append("s", [item("a")]);
    await writeFile(join(folder, "notes.txt"), "not an archive");
    await writeFile(join(folder, "other.jsonl"), '{"hello":"world"}\n');
    await writeFile(join(folder, "empty.jsonl"), "");
    await writeFile(join(folder, "copy.jsonl"), await readFile(fileOf("s")));
    expect((await store.sessions()).map((info) => info.sessionId)).toEqual(["s"]);
    expect(await store.sweep("2030-01-01T00:00:00Z")).toEqual(["s"]);
    expect((await readdir(folder)).sort()).toEqual(["copy.jsonl", "empty.jsonl", "notes.txt", "other.jsonl"]);
  });

  it("keeps the index of recently used sessions only, and finds the others again", async () => {
    const store = open();
    const sessions = Array.from({ length: 80 }, (_, index) => `s${index}`);
    for (const session of sessions) await store.append(session, [item("a")]);
    for (const session of sessions) await store.append(session, [item("a"), item("b")]);
    for (const session of sessions) expect(ids(await store.read(session))).toEqual(["a", "b"]);
  });
});

describe("errors", () => {
  it("name the version of a file that a later release wrote, and leave the file alone", async () => {
    const text = '{"plimsoll":"session","version":2,"sessionId":"s"}\n';
    await writeFile(fileOf("s"), text);
    const store = open();
    const newer = { code: "STORE_UNAVAILABLE", message: expect.stringContaining("format version 2") };
    await expect(store.read("s")).rejects.toMatchObject(newer);
    await expect(store.append("s", [item("a")])).rejects.toMatchObject(newer);
    expect(await store.sessions()).toEqual([]);
    expect(await store.sweep("2030-01-01T00:00:00Z")).toEqual([]);
    expect(await readFile(fileOf("s"), "utf8")).toBe(text);
  });

  it("say that a file holds another session", async () => {
    await open().append("s", [item("a")]);
    await writeFile(fileOf("t"), await readFile(fileOf("s")));
    await expect(open().read("t")).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      details: { sessionId: "t", found: "s" },
    });
  });

  it("name the path and carry the cause when a folder cannot be made", async () => {
    await writeFile(join(folder, "file"), "");
    const store = open(join(folder, "file", "archive"));
    await expect(store.append("s", [item("a")])).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining(join(folder, "file", "archive")),
      details: { code: "ENOTDIR", path: join(folder, "file", "archive", "s.jsonl") },
      cause: { code: "ENOTDIR" },
    });
    await expect(open(join(folder, "file")).sessions()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });

  it("name the session file when it is a folder", async () => {
    await mkdir(fileOf("s"));
    await expect(open().read("s")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(open().remove("s")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });

  it.runIf(process.platform === "linux")("say that the disk is full", async () => {
    await symlink("/dev/full", fileOf("s"));
    await expect(open().append("s", [item("a")])).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining("the disk is full"),
      details: { code: "ENOSPC" },
    });
  });

  it("refuse to work without a path", () => {
    expect(() => fileStorage({ path: "" })).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
  });
});

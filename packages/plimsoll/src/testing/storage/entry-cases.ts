import assert from "node:assert/strict";
import type { EntryKind, StoredEntry } from "../../stores/storage-adapter.js";
import { onStore, type StorageCase } from "./storage-case.js";

export function entry(
  kind: EntryKind,
  id: string,
  more: { data?: unknown; minute?: number } = {},
): StoredEntry {
  const minute = String(more.minute ?? 0).padStart(2, "0");
  return { kind, id, ts: `2026-03-01T10:${minute}:00.000Z`, data: more.data ?? { text: id } };
}

const ids = (entries: readonly (StoredEntry | undefined)[]): (string | undefined)[] =>
  entries.map((found) => found?.id);

const rejectsWith = (code: string) => (error: unknown) => (error as { code?: unknown } | null)?.code === code;

const ORDER: readonly StorageCase[] = [
  onStore("gives entries back whole and in the order they were appended", async (store) => {
    const batches = [
      [entry("item", "a", { data: { role: "user", content: "hello" } }), entry("event", "b")],
      [entry("compaction", "c", { minute: 1 }), entry("undo", "d"), entry("protected", "e")],
    ];
    for (const batch of batches) await store.append("s", batch);
    assert.deepEqual(await store.read("s"), batches.flat());
  }),
  onStore("reads only the kinds that are asked for", async (store) => {
    const kinds: EntryKind[] = ["item", "event", "compaction", "item", "event"];
    await store.append(
      "s",
      kinds.map((kind, position) => entry(kind, `${kind}-${position}`)),
    );
    assert.deepEqual(ids(await store.read("s", ["event"])), ["event-1", "event-4"]);
    assert.deepEqual(ids(await store.read("s", ["compaction", "item"])), [
      "item-0",
      "compaction-2",
      "item-3",
    ]);
    assert.deepEqual(await store.read("s", ["undo"]), []);
    assert.deepEqual(await store.read("s", []), []);
  }),
  onStore("is empty for a session it does not know", async (store) => {
    assert.deepEqual(await store.read("nobody"), []);
    assert.deepEqual(await store.find("nobody", ["a"]), [undefined]);
    assert.deepEqual(await store.sessions(), []);
    assert.equal(await store.remove("nobody"), false);
    await store.append("nobody", []);
    assert.deepEqual(await store.sessions(), []);
  }),
  onStore("keeps sessions apart", async (store) => {
    await store.append("one", [entry("item", "a", { data: 1 })]);
    await store.append("two", [entry("item", "a", { data: 2 })]);
    assert.deepEqual(await store.read("one"), [entry("item", "a", { data: 1 })]);
    assert.deepEqual(await store.read("two"), [entry("item", "a", { data: 2 })]);
  }),
  onStore("keeps the order of each batch when many are appended at once", async (store) => {
    const batches = Array.from({ length: 20 }, (_, batch) =>
      Array.from({ length: 5 }, (_, position) => entry("event", `${batch}/${position}`)),
    );
    await Promise.all(batches.map((batch) => store.append("s", batch)));
    const stored = ids(await store.read("s"));
    assert.equal(stored.length, 100);
    for (const batch of batches) {
      const wanted = ids(batch);
      assert.deepEqual(
        stored.filter((id) => wanted.includes(id)),
        wanted,
      );
    }
  }),
];

const ITEMS: readonly StorageCase[] = [
  onStore("skips an item it already holds, and keeps the first one", async (store) => {
    await store.append("s", [entry("item", "a", { data: "first" }), entry("item", "a", { data: "again" })]);
    await store.append("s", [entry("item", "b"), entry("item", "a", { data: "later" }), entry("item", "c")]);
    const stored = await store.read("s");
    assert.deepEqual(ids(stored), ["a", "b", "c"]);
    assert.equal(stored[0]?.data, "first");
    assert.equal((await store.sessions())[0]?.entries, 3);
  }),
  onStore("skips an item that many appends bring at once", async (store) => {
    await Promise.all(
      Array.from({ length: 10 }, (_, call) =>
        store.append("s", [entry("item", "a"), entry("event", `${call}`)]),
      ),
    );
    assert.deepEqual(ids(await store.read("s", ["item"])), ["a"]);
    assert.equal((await store.read("s", ["event"])).length, 10);
  }),
  onStore("finds entries of any kind in the order asked for, and says where there is none", async (store) => {
    const stored = [entry("item", "a"), entry("event", "b"), entry("compaction", "c")];
    await store.append("s", stored);
    const [a, b, c] = stored;
    assert.deepEqual(await store.find("s", ["c", "missing", "a", "b", "a"]), [c, undefined, a, b, a]);
    assert.deepEqual(await store.find("s", []), []);
  }),
  onStore("finds what was appended after the last look", async (store) => {
    await store.append("s", [entry("item", "a")]);
    assert.deepEqual(ids(await store.find("s", ["b", "a"])), [undefined, "a"]);
    await store.append("s", [entry("item", "b")]);
    assert.deepEqual(ids(await store.find("s", ["b", "a"])), ["b", "a"]);
  }),
  onStore("is not changed through objects that went in or came out", async (store) => {
    const data = { list: [1, 2] };
    const pending = store.append("s", [entry("item", "a", { data })]);
    data.list.push(3);
    await pending;
    const [read] = (await store.read("s")).map((one) => one.data as typeof data);
    try {
      read?.list.push(4);
    } catch {
      // Frozen data is as good as a copy.
    }
    assert.deepEqual((await store.read("s"))[0]?.data, { list: [1, 2] });
    assert.deepEqual((await store.find("s", ["a"]))[0]?.data, { list: [1, 2] });
  }),
];

const SESSIONS: readonly StorageCase[] = [
  onStore("lists sessions by newest activity, with their counts and times", async (store) => {
    await store.append("old", [entry("item", "a", { minute: 1 }), entry("item", "b", { minute: 2 })]);
    await store.append("new", [entry("item", "a", { minute: 9 })]);
    await store.append("middle", [entry("event", "a", { minute: 5 })]);
    assert.deepEqual(
      (await store.sessions()).map((info) => info.sessionId),
      ["new", "middle", "old"],
    );
    await store.append("old", [entry("event", "c", { minute: 30 })]);
    assert.deepEqual((await store.sessions())[0], {
      sessionId: "old",
      entries: 3,
      firstTs: "2026-03-01T10:01:00.000Z",
      lastTs: "2026-03-01T10:30:00.000Z",
    });
  }),
  onStore("removes one session and nothing else", async (store) => {
    await store.append("s", [entry("item", "a"), entry("event", "b")]);
    await store.append("t", [entry("item", "a")]);
    assert.equal(await store.remove("s"), true);
    assert.equal(await store.remove("s"), false);
    assert.deepEqual(await store.read("s"), []);
    assert.deepEqual(await store.find("s", ["a"]), [undefined]);
    assert.deepEqual(ids(await store.read("t")), ["a"]);
    await store.append("s", [entry("item", "a")]);
    assert.deepEqual(ids(await store.read("s")), ["a"]);
  }),
  onStore("sweeps the sessions whose newest entry is older than the given time", async (store) => {
    await store.append("old", [entry("item", "a", { minute: 1 })]);
    await store.append("older", [entry("item", "a", { minute: 0 })]);
    await store.append("alive", [entry("item", "a", { minute: 1 }), entry("event", "b", { minute: 20 })]);
    await store.append("exact", [entry("item", "a", { minute: 10 })]);
    // 12:10 at +02:00 is 10:10 in UTC.
    assert.deepEqual((await store.sweep("2026-03-01T12:10:00+02:00")).sort(), ["old", "older"]);
    assert.deepEqual(
      (await store.sessions()).map((info) => info.sessionId),
      ["alive", "exact"],
    );
    assert.deepEqual(await store.read("old"), []);
    assert.deepEqual(await store.sweep("2026-03-01T10:10:00.000Z"), []);
  }),
];

const HOSTILE_TEXTS: readonly string[] = [
  "\u0000 in the \u0000 middle",
  "lone \ud800 and \udc00 surrogates",
  "line\nbreaks\r\nand \u2028 \u2029 separators",
  "👩‍👩‍👧‍👦 日本語 \u202e עברית",
  '"quotes" \\backslashes\\ {"kind":"item"}',
  "",
];

const HOSTILE_SESSION_IDS: readonly string[] = [
  "../x",
  "../../etc/passwd",
  "..",
  ".",
  ".hidden",
  "/absolute",
  "back\\slash",
  "C:\\drive",
  "CON",
  "con",
  "nul.txt",
  "x".repeat(500),
  `${"x".repeat(499)}y`,
  "Y".repeat(512),
  "👻",
  "\ud800",
  "\udc00",
  "nul\u0000byte",
  "new\nline",
  "Case",
  "case",
  "CASE",
  "caſe",
  "é",
  "e\u0301",
  "%41",
  "A",
  "~tilde",
  "a b",
  "trailing.",
  "trailing ",
  "*?<>|:",
  "__proto__",
  "constructor",
  "'; DROP TABLE entries; --",
];

const VALUES: readonly StorageCase[] = [
  onStore("gives any text back as JSON does", async (store) => {
    const stored = HOSTILE_TEXTS.map((text, position) =>
      entry("event", `e${position}${text}`, { data: text }),
    );
    await store.append("s", stored);
    assert.deepEqual(await store.read("s"), stored);
    assert.deepEqual(await store.find("s", stored.map((one) => one.id).reverse()), stored.toReversed());
  }),
  onStore("gives any data back as JSON does", async (store) => {
    const hostile = JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":1,"a":[null,{"":0}]}',
    ) as unknown;
    const values = [
      hostile,
      null,
      0,
      -0.5,
      1e300,
      true,
      "",
      [],
      {},
      [[[]]],
      { when: new Date(0), gone: undefined },
    ];
    await store.append(
      "s",
      values.map((data, position) => ({ ...entry("event", `e${position}`), data })),
    );
    const read = (await store.read("s")).map((one) => one.data);
    assert.deepEqual(read, JSON.parse(JSON.stringify(values)));
    assert.equal(JSON.stringify(read), JSON.stringify(values));
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  }),
  onStore("gives a large entry back whole", async (store) => {
    const text = "0123456789abcdef é 漢 ".repeat(100_000);
    await store.append("s", [
      entry("item", "small"),
      entry("item", "large", { data: text }),
      entry("item", "end"),
    ]);
    assert.equal((await store.find("s", ["large"]))[0]?.data, text);
    assert.deepEqual(ids(await store.read("s")), ["small", "large", "end"]);
  }),
  onStore("keeps sessions with hostile ids apart and lists them by their own ids", async (store) => {
    for (const sessionId of HOSTILE_SESSION_IDS) {
      await store.append(sessionId, [entry("item", "a", { data: sessionId })]);
    }
    for (const sessionId of HOSTILE_SESSION_IDS) {
      assert.deepEqual(
        (await store.read(sessionId)).map((one) => one.data),
        [sessionId],
      );
    }
    const listed = (await store.sessions()).map((info) => info.sessionId);
    assert.deepEqual(listed.sort(), [...HOSTILE_SESSION_IDS].sort());
    for (const sessionId of HOSTILE_SESSION_IDS) assert.equal(await store.remove(sessionId), true);
    assert.deepEqual(await store.sessions(), []);
  }),
];

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

const REFUSALS: readonly StorageCase[] = [
  onStore("refuses a session id that is empty, too long or no string", async (store) => {
    for (const sessionId of ["", "x".repeat(513), undefined as unknown as string, 7 as unknown as string]) {
      const refused = rejectsWith("INVALID_INPUT");
      await assert.rejects(store.append(sessionId, [entry("item", "a")]), refused);
      await assert.rejects(store.read(sessionId), refused);
      await assert.rejects(store.find(sessionId, ["a"]), refused);
      await assert.rejects(store.remove(sessionId), refused);
    }
  }),
  onStore("refuses a whole batch if one of its entries cannot be stored", async (store) => {
    const refused: unknown[] = [
      { ...entry("event", "x"), data: cyclic },
      { ...entry("event", "x"), data: 1n },
      { ...entry("event", "x"), kind: "unheard-of" },
      { ...entry("event", "x"), kind: "__proto__" },
      { ...entry("event", "x"), id: "" },
      { ...entry("event", "x"), id: 7 },
      { ...entry("event", "x"), ts: "yesterday" },
      { ...entry("event", "x"), ts: undefined },
    ];
    for (const bad of refused) {
      const batch = [entry("item", "good"), bad as StoredEntry];
      await assert.rejects(store.append("s", batch), rejectsWith("INVALID_INPUT"));
    }
    assert.deepEqual(await store.read("s"), []);
  }),
  onStore("refuses to sweep before something that is no time", async (store) => {
    await store.append("s", [entry("item", "a")]);
    for (const before of ["", "soon", "2026-99-99T00:00:00Z"]) {
      await assert.rejects(store.sweep(before), rejectsWith("INVALID_INPUT"));
    }
    assert.equal((await store.sessions()).length, 1);
  }),
];

const LIFETIME: readonly StorageCase[] = [
  {
    name: "holds everything when it is opened again",
    async run(subject) {
      if (!subject.reopen) return;
      const stored = [
        entry("item", "a"),
        entry("event", "b", { minute: 1 }),
        entry("item", "c", { minute: 2 }),
      ];
      const first = await subject.create();
      await first.append("Session/1", stored.slice(0, 2));
      const beside = await subject.reopen();
      assert.deepEqual(await beside.read("Session/1"), stored.slice(0, 2));
      await first.append("Session/1", stored.slice(2));
      assert.deepEqual(await beside.find("Session/1", ["c"]), stored.slice(2));
      await beside.close();
      await first.close();
      const second = await subject.reopen();
      await second.append("Session/1", stored);
      assert.deepEqual(await second.read("Session/1", ["item"]), [stored[0], stored[2]]);
      assert.deepEqual(ids(await second.read("Session/1", ["event"])), ["b", "b"]);
      assert.equal((await second.sessions())[0]?.sessionId, "Session/1");
      await second.close();
    },
  },
  {
    name: "stores what it was given before it was closed",
    async run(subject) {
      const store = await subject.create();
      await store.append("s", [entry("item", "first")]);
      const begun = ["a", "b", "c"].map((id) => store.append("s", [entry("item", id)]));
      await Promise.all([...begun, store.close()]);
      if (!subject.reopen) return;
      const again = await subject.reopen();
      assert.deepEqual(ids(await again.read("s")), ["first", "a", "b", "c"]);
      await again.close();
    },
  },
  {
    name: "can be closed twice, also before its first use",
    async run(subject) {
      const unused = await subject.create();
      await unused.close();
      await unused.close();
      const used = await subject.create();
      await used.append("s", [entry("item", "a")]);
      await Promise.all([used.close(), used.close()]);
      await used.close();
    },
  },
];

/** How every store handles entries. */
export const ENTRY_CASES: readonly StorageCase[] = [
  ...ORDER,
  ...ITEMS,
  ...SESSIONS,
  ...VALUES,
  ...REFUSALS,
  ...LIFETIME,
];

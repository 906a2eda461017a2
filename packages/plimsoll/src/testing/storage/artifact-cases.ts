import assert from "node:assert/strict";
import type { ArtifactInput } from "../../stores/artifacts/artifact.js";
import {
  type StorageCase,
  idsOf,
  minuteTs,
  onStore,
  onTenants,
  payload,
  putAll,
  scope,
  textsOf,
} from "./storage-case.js";
import { ARTIFACT_REFUSAL_CASES } from "./artifact-refusal-cases.js";
import { ARTIFACT_SEARCH_CASES } from "./artifact-search-cases.js";
import { seededRandom } from "../seeded-random.js";

/** Text of any UTF-16 code units, with many of those that break things. */
function arbitraryText(seed: number): string {
  const random = seededRandom(seed);
  const units = Array.from({ length: random.integer(0, 60) }, () =>
    random.chance(0.3)
      ? random.pick([0, 0x0a, 0x0d, 0x22, 0x5c, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xfeff, 0xfffd, 0xffff])
      : random.integer(0, 0xffff),
  );
  return String.fromCharCode(...units);
}

const HOSTILE_TEXTS: readonly string[] = [
  "",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\ud801",
  "\udc00\ud800",
  "\ufffd",
  '"\\ud800"',
  "\ufeff with a byte order mark",
  "with a byte order mark",
  "\r\n",
  "\n",
  " ",
  "👩‍👩‍👧‍👦 日本語 \u202e עברית",
  "__proto__",
  "é",
  "e\u0301",
];

const TEXTS: readonly StorageCase[] = [
  onStore("gives any text back character by character", async (store) => {
    const arbitrary = Array.from({ length: 60 }, (_, seed) => arbitraryText(seed));
    const texts = [...new Set([...HOSTILE_TEXTS, ...arbitrary])];
    const ids = idsOf(
      await store.putArtifacts(
        scope(),
        texts.map((text) => payload(text)),
      ),
    );
    assert.equal(new Set(ids).size, texts.length, "different texts have different ids");
    assert.deepEqual(await textsOf(store, ids), texts);
  }),
  onStore("gives a large text back whole", async (store) => {
    const wide = "0123456789abcdef é 漢 \u0000 ".repeat(45_000);
    const broken = `${"\udc00 0123456789".repeat(80_000)}\n`;
    const stored = await store.putArtifacts(scope(), [payload(wide), payload(broken)]);
    assert.deepEqual(await textsOf(store, idsOf(stored)), [wide, broken]);
    assert.deepEqual(
      stored.map(({ characters }) => characters),
      [wide.length, broken.length],
    );
  }),
  onStore("says what it stored, in the order of the payloads", async (store) => {
    const texts = ["", "one line", "a\nb\n", "a\r\nb\nc", "\n\n"];
    const inputs = texts.map((text, minute) => ({ ...payload(text, { minute }), kind: `kind ${minute}` }));
    const stored = await store.putArtifacts(scope(), inputs);
    for (const [position, info] of stored.entries()) {
      assert.match(info.id, /^art_[0-9a-f]{32}$/);
      const { text, kind, label, ts } = inputs[position] as ArtifactInput;
      const lines = [0, 1, 2, 3, 2][position];
      const expected = { id: info.id, kind, label, characters: text.length, lines, firstTs: ts, lastTs: ts };
      assert.deepEqual(info, expected);
      assert.deepEqual(await store.getArtifact(scope(), info.id), { ...expected, text });
    }
    assert.deepEqual(await store.putArtifacts(scope(), []), []);
  }),
  onStore("gives kinds and labels back character by character", async (store) => {
    const hostile = '\ud800 \u0000 \'; DROP TABLE artifacts; -- \n "{}" \udc00';
    const [info] = await store.putArtifacts(scope(), [payload("x", { kind: hostile, label: hostile })]);
    assert.deepEqual([info?.kind, info?.label], [hostile, hostile]);
    assert.deepEqual(await store.listArtifacts(scope()), [info]);
  }),
  onTenants("knows no artifact under an id that it did not give", async (store) => {
    const [id = ""] = await putAll(store, ["x"]);
    const unknown = [
      "art_00000000000000000000000000000000",
      "",
      "art_",
      "../x",
      `${id}0`,
      id.toUpperCase(),
      "__proto__",
    ];
    for (const other of unknown) assert.equal(await store.getArtifact(scope(), other), undefined);
    assert.equal(await store.getArtifact(scope("nobody"), id), undefined);
    assert.deepEqual(await store.listArtifacts(scope("nobody")), []);
    assert.deepEqual(await store.searchArtifacts(scope("nobody"), ["x"]), []);
    assert.deepEqual(await store.artifactSessions("nobody"), []);
    assert.equal(await store.removeArtifacts(scope("nobody")), 0);
  }),
];

const REPEATS: readonly StorageCase[] = [
  onStore(
    "stores a text once in a scope, renews its time and keeps its first kind and label",
    async (store) => {
      const [first] = await store.putArtifacts(scope(), [
        payload("same", { kind: "log", label: "first", minute: 1 }),
      ]);
      const again = payload("same", { kind: "json", label: "again", minute: 5 });
      const [renewed] = await store.putArtifacts(scope(), [again]);
      assert.deepEqual(renewed, { ...first, lastTs: minuteTs(5) });
      assert.deepEqual(await store.listArtifacts(scope()), [renewed]);
      assert.deepEqual(await store.getArtifact(scope(), renewed?.id ?? ""), { ...renewed, text: "same" });
    },
  ),
  onStore("stores a text once that a batch brings twice", async (store) => {
    const stored = await store.putArtifacts(scope(), [
      payload("same", { label: "first", minute: 1 }),
      payload("same", { label: "again", minute: 2 }),
    ]);
    assert.deepEqual(
      stored.map(({ label, lastTs }) => [label, lastTs]),
      [
        ["first", minuteTs(1)],
        ["first", minuteTs(2)],
      ],
    );
    assert.deepEqual(await store.listArtifacts(scope()), [stored[1]]);
  }),
  onStore("does not move the time of a text back", async (store) => {
    await store.putArtifacts(scope(), [payload("same", { minute: 5 })]);
    const [info] = await store.putArtifacts(scope(), [payload("same", { minute: 1 })]);
    assert.deepEqual([info?.firstTs, info?.lastTs], [minuteTs(5), minuteTs(5)]);
    assert.deepEqual(await store.listArtifacts(scope()), [info]);
  }),
  onStore("stores a text once that many calls bring at the same time", async (store) => {
    const text = "shared ".repeat(5_000);
    const calls = Array.from({ length: 12 }, (_, call) =>
      store.putArtifacts(scope(`s${call % 3}`), [payload(text, { minute: call }), payload(`own ${call}`)]),
    );
    const shared = new Set((await Promise.all(calls)).map(([info]) => info?.id));
    assert.equal(shared.size, 1);
    for (const session of [0, 1, 2]) {
      const listed = await store.listArtifacts(scope(`s${session}`));
      assert.equal(listed.length, 5);
      assert.ok(shared.has(listed[0]?.id));
      assert.equal(listed[0]?.lastTs, minuteTs(session + 9));
      assert.deepEqual(await textsOf(store, [...shared].map(String), scope(`s${session}`)), [text]);
    }
  }),
];

const ISOLATION: readonly StorageCase[] = [
  onTenants("keeps sessions and tenants apart", async (store) => {
    const scopes = [scope("a"), scope("b"), scope("a", "other")];
    for (const [position, where] of scopes.entries()) {
      await store.putArtifacts(where, [
        payload("shared text", { label: `${position}`, minute: position }),
        payload(`own text ${position}`, { minute: position }),
      ]);
    }
    for (const [position, where] of scopes.entries()) {
      const listed = await store.listArtifacts(where);
      assert.equal(listed.length, 2);
      assert.deepEqual(
        new Set((await store.searchArtifacts(where, ["text"])).map(({ id }) => id)),
        new Set(idsOf(listed)),
      );
      assert.deepEqual(new Set(listed.map(({ lastTs }) => lastTs)), new Set([minuteTs(position)]));
      assert.deepEqual(
        new Set(await textsOf(store, idsOf(listed), where)),
        new Set(["shared text", `own text ${position}`]),
      );
      assert.deepEqual(await store.searchArtifacts(where, [`own text ${(position + 1) % 3}`]), []);
      const own = (await store.searchArtifacts(where, [`own text ${position}`]))[0]?.id ?? "";
      for (const other of scopes) {
        if (other !== where) assert.equal(await store.getArtifact(other, own), undefined);
      }
    }
  }),
  onTenants("removes the artifacts of one scope and nothing else", async (store) => {
    const [sharedId = "", ownId = ""] = await putAll(store, ["shared", "own"], scope("a"));
    const kept = [scope("b"), scope("a", "other")];
    for (const where of kept) await putAll(store, ["shared", "mine"], where);
    assert.equal(await store.removeArtifacts(scope("a")), 2);
    assert.equal(await store.removeArtifacts(scope("a")), 0);
    assert.deepEqual(await store.listArtifacts(scope("a")), []);
    assert.deepEqual(await store.searchArtifacts(scope("a"), ["shared"]), []);
    assert.deepEqual(await textsOf(store, [sharedId, ownId], scope("a")), [undefined, undefined]);
    for (const where of kept) {
      const listed = await store.listArtifacts(where);
      assert.deepEqual(await textsOf(store, idsOf(listed), where), ["mine", "shared"]);
    }
    assert.deepEqual(
      (await store.artifactSessions("t")).map(({ sessionId }) => sessionId),
      ["b"],
    );
    await putAll(store, ["own"], scope("a"));
    assert.deepEqual(await textsOf(store, [ownId], scope("a")), ["own"]);
  }),
  onTenants("keeps scopes with hostile names apart and lists sessions by their own ids", async (store) => {
    const names = [
      "../x",
      "..",
      ".",
      "/absolute",
      "CON",
      "con",
      "Case",
      "case",
      "\ud800",
      "\udc00",
      "a\u0000b",
    ];
    const sessions = [...names, "x".repeat(512), `${"x".repeat(511)}y`, "__proto__", "a b", "é", "e\u0301"];
    for (const sessionId of sessions) await putAll(store, [`of ${sessionId}`], scope(sessionId));
    for (const sessionId of sessions) {
      const listed = await store.listArtifacts(scope(sessionId));
      assert.deepEqual(await textsOf(store, idsOf(listed), scope(sessionId)), [`of ${sessionId}`]);
    }
    assert.deepEqual(
      (await store.artifactSessions("t")).map(({ sessionId }) => sessionId).sort(),
      [...sessions].sort(),
    );
    for (const tenant of names) await putAll(store, [`of ${tenant}`], scope("s", tenant));
    for (const tenant of names) {
      const listed = await store.listArtifacts(scope("s", tenant));
      assert.deepEqual(await textsOf(store, idsOf(listed), scope("s", tenant)), [`of ${tenant}`]);
      assert.equal((await store.artifactSessions(tenant)).length, 1);
    }
  }),
];

const LISTS: readonly StorageCase[] = [
  onStore("lists the newest first, page by page", async (store) => {
    const ids = await putAll(store, ["a", "b", "c", "d", "e"]);
    await store.putArtifacts(scope(), [payload("b", { minute: 30 })]);
    const order = [1, 4, 3, 2, 0].map((position) => ids[position]);
    assert.deepEqual(idsOf(await store.listArtifacts(scope())), order);
    assert.deepEqual(idsOf(await store.listArtifacts(scope(), { limit: 2 })), order.slice(0, 2));
    assert.deepEqual(idsOf(await store.listArtifacts(scope(), { limit: 2, offset: 3 })), order.slice(3));
    assert.deepEqual(idsOf(await store.listArtifacts(scope(), { offset: 4 })), order.slice(4));
    assert.deepEqual(await store.listArtifacts(scope(), { limit: 0 }), []);
    assert.deepEqual(await store.listArtifacts(scope(), { offset: 9 }), []);
  }),
  onStore("orders by the instant, whatever its time zone, then by id", async (store) => {
    const late = payload("late", { ts: "2026-03-01T09:30:00-02:00" });
    const early = payload("early", { ts: "2026-03-01T13:00:00+02:00" });
    const same = ["x", "y", "z"].map((text) => payload(text, { ts: "2026-03-01T09:00:00Z" }));
    const ids = idsOf(await store.putArtifacts(scope(), [early, ...same, late]));
    const [earlyId, x, y, z, lateId] = ids;
    assert.deepEqual(idsOf(await store.listArtifacts(scope())), [lateId, earlyId, ...[x, y, z].sort()]);
    assert.equal((await store.listArtifacts(scope()))[0]?.lastTs, "2026-03-01T09:30:00-02:00");
  }),
  onTenants("lists the sessions of a tenant by newest activity, with their counts", async (store) => {
    await store.putArtifacts(scope("old"), [payload("12345", { minute: 1 }), payload("123", { minute: 2 })]);
    await store.putArtifacts(scope("new"), [payload("12345", { minute: 9 })]);
    await store.putArtifacts(scope("elsewhere", "other"), [payload("1")]);
    assert.deepEqual(await store.artifactSessions("t"), [
      { sessionId: "new", artifacts: 1, characters: 5, lastTs: minuteTs(9) },
      { sessionId: "old", artifacts: 2, characters: 8, lastTs: minuteTs(2) },
    ]);
    await store.putArtifacts(scope("old"), [payload("12345", { minute: 20 })]);
    assert.deepEqual((await store.artifactSessions("t"))[0], {
      sessionId: "old",
      artifacts: 2,
      characters: 8,
      lastTs: minuteTs(20),
    });
  }),
];

const RETENTION: readonly StorageCase[] = [
  onStore("sweeps what was stored last before the given time, and nothing else", async (store) => {
    const ids = await putAll(store, ["old", "renewed", "exact", "new"]);
    await store.putArtifacts(scope(), [payload("renewed", { minute: 40 })]);
    // 12:02 at +02:00 is 10:02 in UTC.
    assert.equal(await store.sweepArtifacts("2026-03-01T12:02:00+02:00"), 1);
    assert.deepEqual(await textsOf(store, ids), [undefined, "renewed", "exact", "new"]);
    assert.equal((await store.listArtifacts(scope())).length, 3);
    assert.deepEqual(await store.searchArtifacts(scope(), ["old"]), []);
    assert.equal(await store.sweepArtifacts(minuteTs(2)), 0);
    await store.putArtifacts(scope(), [payload("old", { minute: 50 })]);
    assert.deepEqual(await textsOf(store, ids), ["old", "renewed", "exact", "new"]);
  }),
  onTenants("keeps a swept text for the scopes that stored it later", async (store) => {
    const [info] = await store.putArtifacts(scope("expired"), [payload("shared", { minute: 1 })]);
    const id = info?.id ?? "";
    await store.putArtifacts(scope("alive"), [payload("shared", { minute: 30 })]);
    await store.putArtifacts(scope("expired", "other"), [payload("shared", { minute: 1 })]);
    assert.equal(await store.sweepArtifacts(minuteTs(10), { tenant: "t" }), 1);
    assert.equal(await store.getArtifact(scope("expired"), id), undefined);
    assert.equal((await store.getArtifact(scope("alive"), id))?.text, "shared");
    assert.deepEqual(
      (await store.artifactSessions("t")).map(({ sessionId }) => sessionId),
      ["alive"],
    );
    assert.equal((await store.listArtifacts(scope("expired", "other"))).length, 1);
    assert.equal(await store.sweepArtifacts(minuteTs(10)), 1);
    assert.deepEqual(await store.artifactSessions("other"), []);
    assert.equal(await store.sweepArtifacts(minuteTs(31), { tenant: "nobody" }), 0);
    assert.equal(await store.sweepArtifacts(minuteTs(31)), 1);
    assert.equal(await store.getArtifact(scope("alive"), id), undefined);
  }),
];

const LIFETIME: readonly StorageCase[] = [
  {
    name: "holds everything when it is opened again",
    async run(subject) {
      if (!subject.reopen) return;
      const first = await subject.create();
      const ids = await putAll(first, ["one", "two \ud800"]);
      const beside = await subject.reopen();
      assert.deepEqual(await textsOf(beside, ids), ["one", "two \ud800"]);
      await beside.putArtifacts(scope(), [payload("one", { minute: 30 }), payload("three", { minute: 31 })]);
      assert.deepEqual(
        (await first.listArtifacts(scope())).map(({ lastTs }) => lastTs),
        [31, 30, 1].map(minuteTs),
      );
      await beside.close();
      await first.close();
      const second = await subject.reopen();
      assert.deepEqual(await putAll(second, ["one", "two \ud800"]), ids);
      assert.deepEqual(
        (await second.searchArtifacts(scope(), ["three", "t"])).map(({ lastTs }) => lastTs),
        [31, 1].map(minuteTs),
      );
      assert.equal((await second.artifactSessions("t"))[0]?.artifacts, 3);
      await second.close();
    },
  },
  {
    name: "can be closed twice, also before its first use",
    async run(subject) {
      const unused = await subject.create();
      await unused.close();
      await unused.close();
      const used = await subject.create();
      await used.putArtifacts(scope(), [payload("x")]);
      await Promise.all([used.close(), used.close()]);
      await used.close();
    },
  },
];

/** How every store handles artifacts. */
export const ARTIFACT_CASES: readonly StorageCase[] = [
  ...TEXTS,
  ...REPEATS,
  ...ISOLATION,
  ...LISTS,
  ...ARTIFACT_SEARCH_CASES,
  ...RETENTION,
  ...ARTIFACT_REFUSAL_CASES,
  ...LIFETIME,
];

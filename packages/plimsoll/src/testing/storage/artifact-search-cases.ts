import assert from "node:assert/strict";
import type { StorageAdapter } from "../../stores/storage-adapter.js";
import { onStore, type StorageCase } from "./storage-case.js";

const SCOPE = { tenant: "t", sessionId: "s" } as const;

/** A text of the store by name, and the searches that find it. */
interface SearchSample {
  readonly texts: Readonly<Record<string, string>>;
  /** Words, and the names of what they find, best first. Texts were stored in their order, one a minute. */
  readonly searches: readonly (readonly [words: readonly string[], names: readonly string[]])[];
}

const WORDS: SearchSample = {
  texts: {
    one: "The quick brown Fox jumps over the lazy dog",
    two: "a foxglove and a DOG",
    three: "nothing of the kind",
    four: "over and over and over again",
  },
  searches: [
    [["fox"], ["two", "one"]],
    [["FOXGLOVE"], ["two"]],
    [["ove"], ["four", "two", "one"]],
    [
      ["fox", "dog", "over"],
      ["one", "two", "four"],
    ],
    [
      ["fox", "FOX", "Fox", "kind"],
      ["three", "two", "one"],
    ],
    [["quick brown"], ["one"]],
    [["brown quick"], []],
    [["cat"], []],
    [["cat", "", "kind"], ["three"]],
    [[""], []],
    [[], []],
  ],
};

const SHORT: SearchSample = {
  texts: { a: "xyz q", b: "A-B", c: "id=7; ok", d: "日本語のテキスト 漢", e: "Élan ПРИВЕТ", f: "👻 boo" },
  searches: [
    [["q"], ["a"]],
    [["b"], ["f", "b"]],
    [["7"], ["c"]],
    [["xy"], ["a"]],
    [["OK"], ["c"]],
    [["-"], ["b"]],
    [
      ["q", "7", "a"],
      ["e", "c", "b", "a"],
    ],
    [["日"], ["d"]],
    [["本語"], ["d"]],
    [["テキスト"], ["d"]],
    [["漢", "語の"], ["d"]],
    [["élan"], ["e"]],
    [["é"], ["e"]],
    [["привет"], ["e"]],
    [["ив"], ["e"]],
    [["👻"], ["f"]],
  ],
};

const SYNTAX: SearchSample = {
  texts: {
    quotes: 'she said "hello" to him',
    star: "a * b and **bold**",
    path: "in src/foo.ts:12:3",
    flags: "run -x --verbose=1",
    sql: "it's 100% of a_b; NEAR(x, y) OR ^caret",
    upper: "this AND that, NOT those",
    lines: "first\nsecond\u0000third\tend",
    braces: "{col: value} (x) [y] a+b a.b \\d \\",
  },
  searches: [
    [['"'], ["quotes"]],
    [['"hello"'], ["quotes"]],
    [['"hello'], ["quotes"]],
    [["*"], ["star"]],
    [["**bold**"], ["star"]],
    [["hel*"], []],
    [["src/foo.ts"], ["path"]],
    [["SRC/FOO.TS:12"], ["path"]],
    [["src/bar.ts"], []],
    [["-x"], ["flags"]],
    [["--verbose=1"], ["flags"]],
    [["it's"], ["sql"]],
    [["'"], ["sql"]],
    [["100%"], ["sql"]],
    [["%"], ["sql"]],
    [["1%"], []],
    [["a_b"], ["sql"]],
    [["_"], ["sql"]],
    [["a__b"], []],
    [["near(x, y)"], ["sql"]],
    [["^caret"], ["sql"]],
    [["AND"], ["upper", "star"]],
    [["NOT"], ["upper"]],
    [["OR"], ["sql"]],
    [["first\nsecond"], ["lines"]],
    [["second\u0000third"], ["lines"]],
    [["third"], ["lines"]],
    [["col:"], ["braces"]],
    [["(x)"], ["braces"]],
    [["a+b"], ["braces"]],
    [["\\"], ["braces"]],
    [["a.c"], []],
  ],
};

async function checkSample(store: StorageAdapter, sample: SearchSample): Promise<void> {
  const names = Object.keys(sample.texts);
  const stored = await store.putArtifacts(
    SCOPE,
    Object.values(sample.texts).map((text, minute) => {
      const ts = `2026-03-01T10:${String(minute).padStart(2, "0")}:00.000Z`;
      return { text, kind: "log", label: "unsearched", ts };
    }),
  );
  const nameOf = new Map(stored.map(({ id }, position) => [id, names[position]]));
  for (const [words, expected] of sample.searches) {
    const found = await store.searchArtifacts(SCOPE, words);
    assert.deepEqual(
      found.map(({ id }) => nameOf.get(id)),
      expected,
      `a search for ${JSON.stringify(words)}`,
    );
    for (const info of found)
      assert.deepEqual(
        info,
        stored.find(({ id }) => id === info.id),
      );
    const limited = await store.searchArtifacts(SCOPE, words, { limit: 1 });
    assert.deepEqual(
      limited.map(({ id }) => nameOf.get(id)),
      expected.slice(0, 1),
      `the best of a search for ${JSON.stringify(words)}`,
    );
  }
  assert.deepEqual(await store.searchArtifacts(SCOPE, ["unsearched"]), [], "labels are not searched");
}

async function checkDepth(store: StorageAdapter): Promise<void> {
  const filler = "lorem ipsum dolor sit amet\n".repeat(20_000);
  const texts = [`${filler}needle${filler}`, filler, `${filler}Needle and Haystack`, `${filler}\ud800hay`];
  const ts = "2026-03-01T10:00:00.000Z";
  const stored = await store.putArtifacts(
    SCOPE,
    texts.map((text) => ({ text, kind: "log", label: "", ts })),
  );
  const [deep, , best, broken] = stored.map(({ id }) => id);
  const found = (await store.searchArtifacts(SCOPE, ["needle", "hay"])).map(({ id }) => id);
  assert.deepEqual(found, [best, ...[deep, broken].sort()]);
  const again = (await store.searchArtifacts(SCOPE, ["hay"])).map(({ id }) => id);
  assert.deepEqual(again, [best, broken].sort());
}

/** What every search finds, and in which order. */
export const ARTIFACT_SEARCH_CASES: readonly StorageCase[] = [
  onStore(
    "finds texts with most of the words first, then the newest, in any case and inside words",
    (store) => checkSample(store, WORDS),
  ),
  onStore("finds words of one and two characters, and words of any script", (store) =>
    checkSample(store, SHORT),
  ),
  onStore("takes words literally, whatever a query language makes of them", (store) =>
    checkSample(store, SYNTAX),
  ),
  onStore("finds words deep inside large texts", checkDepth),
];

import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Output } from "../output/output.js";
import { temporaryFolder } from "../testing/run-compactctl.js";
import { workWithNeedle } from "../testing/sample-files.js";
import { archive, type Home, makeHome, writeClaudeSession, writeRollout } from "../testing/home.js";
import { answerCalls } from "./answer-calls.js";
import type { RecallCall } from "plimsoll-gateway/recall-tools";

const FIRST = { id: "01a1e405-0e83-73b0-845d-f1319c988df4", directory: "/srv/first", secret: "alpha-17" };
const SECOND = { id: "01a1e405-0a0d-7be1-bd62-0d0fa9d65ab7", directory: "/srv/second", secret: "beta-23" };

/** As Codex 0.166 sends it with every call; recorded, but for the thread. */
const codexMeta = (thread: string): Record<string, unknown> => ({
  callId: "call_1",
  "x-codex-turn-metadata": {
    session_id: thread,
    thread_id: thread,
    model: "local-model",
    turn_id: "01a1e405-0eb6-7082-8d52-0093bda27cd0",
    turn_started_at_unix_ms: 1_794_826_899_130,
    thread_source: "user",
    turn_trigger: "exec",
    sandbox: "seccomp",
    sandbox_mode: "read-only",
    codex_version: "0.166.0",
  },
  threadId: thread,
  sessionId: thread,
  windowId: `${thread}:0`,
  itemId: "fc_01a1e405-0fd9-7770-b2df-09d0e95ea999",
  progressToken: 1,
});

type Caller = Partial<Pick<RecallCall, "meta">> & { readonly directory?: string };
type Ask = (name: string, input: object, caller?: Caller) => Promise<string>;

async function serverOver(home: Home, session?: string): Promise<Ask> {
  const { stdout, stderr } = process;
  const context = {
    cwd: home.path,
    environment: home.environment,
    input: (async function* () {})(),
    output: new Output({ stdout, stderr, environment: {}, json: true }),
    signal: new AbortController().signal,
  };
  const options = { host: "127.0.0.1", ...(session === undefined ? {} : { session }) };
  const answers = await answerCalls(options, context);
  onTestFinished(() => answers.close());
  return (name, input, { meta = {}, directory } = {}) =>
    answers.answer({ name, input: { ...input }, meta, directory: async () => directory });
}

async function twoThreads(): Promise<Home> {
  const home = await makeHome(await temporaryFolder(onTestFinished));
  await archive(home, await writeRollout(home, FIRST));
  await archive(home, await writeRollout(home, SECOND));
  return home;
}

const QUERY = { query: "retry limit" };

describe("a call from Codex", () => {
  it("is answered from its thread, whichever session is the newest", async () => {
    const ask = await serverOver(await twoThreads());
    for (const [own, other] of [
      [FIRST, SECOND],
      [SECOND, FIRST],
    ] as const) {
      const meta = codexMeta(own.id);
      const found = await ask("recall_search", QUERY, { meta });
      expect(found).toContain(own.secret);
      expect(found).not.toContain(other.secret);
      expect(await ask("recall_list", { limit: 100 }, { meta })).not.toContain(other.secret);
      expect(JSON.parse(await ask("what_is_remembered", {}, { meta }))).toMatchObject({ sessionId: own.id });
    }
  });

  it.each([
    ["an object", (thread: string) => ({ thread_id: thread })],
    ["text", (thread: string) => JSON.stringify({ thread_id: thread })],
  ])("is known by the turn's metadata as %s too", async (_, turn) => {
    const ask = await serverOver(await twoThreads());
    const meta = { "x-codex-turn-metadata": turn(FIRST.id) };
    expect(await ask("recall_search", QUERY, { meta })).toContain(FIRST.secret);
  });

  it("reads no other thread, by argument or by id", async () => {
    const ask = await serverOver(await twoThreads());
    const [hit] = JSON.parse(
      await ask("recall_search", { query: SECOND.secret }, { meta: codexMeta(SECOND.id) }),
    ) as {
      id: string;
    }[];
    const meta = codexMeta(FIRST.id);
    expect(await ask("recall_read", { id: hit?.id }, { meta })).toContain("UNKNOWN_ITEM");
    const refused = await ask("recall_search", { ...QUERY, session: SECOND.id }, { meta });
    expect(refused).toMatch(/^\{"error":/);
    expect(refused).toContain(FIRST.id);
    expect(refused).not.toContain(SECOND.secret);
  });

  it("finds what Codex itself took out of a thread that was never archived", async () => {
    const home = await makeHome(await temporaryFolder(onTestFinished));
    await writeRollout(home, FIRST);
    await archive(home, await writeRollout(home, SECOND));
    const ask = await serverOver(home);
    const meta = codexMeta(FIRST.id);
    const [hit] = JSON.parse(await ask("recall_search", QUERY, { meta })) as {
      id: string;
      snippet: string;
    }[];
    expect(hit?.snippet).toContain(FIRST.secret);
    expect(await ask("recall_read", { id: hit?.id }, { meta })).toContain(FIRST.secret);
    expect(JSON.parse(await ask("recall_list", {}, { meta }))).toMatchObject([{ role: "assistant" }]);
  });

  it("is told so where nothing of its thread is known, and gets nobody else's", async () => {
    const home = await twoThreads();
    const ask = await serverOver(home);
    const answer = await ask("recall_search", QUERY, {
      meta: codexMeta("01a1e405-ffff-7000-8000-000000000000"),
    });
    expect(JSON.parse(answer)).toMatchObject({ error: { code: "UNKNOWN_SESSION" } });
    expect(answer).not.toContain(FIRST.secret);
    expect(answer).not.toContain(SECOND.secret);
  });
});

describe("a call from Claude Code", () => {
  const [first, second] = [
    { ...FIRST, id: "7acd37a8-2745-4b58-a8a9-46164b22ad9e" },
    { ...SECOND, id: "07f2e15c-a38b-454b-9148-60edc06de401" },
  ];

  it("is answered from the newest session of its directory, archived or not", async () => {
    const home = await makeHome(await temporaryFolder(onTestFinished));
    const older = { ...first, id: "0d3a8e6f-290f-4105-a327-a2496e5e2a83", secret: "old-5" };
    await writeClaudeSession(home, older, 1_794_000_000);
    await writeClaudeSession(home, first, 1_794_000_100);
    await archive(home, await writeClaudeSession(home, second, 1_794_000_200));
    const ask = await serverOver(home);
    for (const own of [first, second]) {
      const found = await ask("recall_search", QUERY, { directory: own.directory });
      const secrets = [older, first, second].filter(({ secret }) => found.includes(secret));
      expect(secrets).toEqual([own]);
    }
  });

  it("is answered from the session that holds the call where two are open in one directory", async () => {
    const home = await makeHome(await temporaryFolder(onTestFinished));
    const other = { ...second, directory: first.directory };
    const path = await writeClaudeSession(home, first, 1_794_000_000);
    await writeFile(path, '{"type":"assistant","note":"toolu_01Lw4GTRUhGEn9auYNMmQrJm"}\n', { flag: "a" });
    await writeClaudeSession(home, other, 4_000_000_000);
    const ask = await serverOver(home);
    const { directory } = first;
    const meta = { "claudecode/toolUseId": "toolu_01Lw4GTRUhGEn9auYNMmQrJm" };
    expect(await ask("recall_search", QUERY, { directory, meta })).toContain(first.secret);
    expect(await ask("recall_search", QUERY, { directory })).toContain(other.secret);
  });

  it("is not taken for one from another directory whose folder has the same name", async () => {
    const home = await makeHome(await temporaryFolder(onTestFinished));
    await writeClaudeSession(home, { ...first, directory: "/srv/a-b" });
    const ask = await serverOver(home);
    expect(await ask("recall_search", QUERY, { directory: "/srv/a-b" })).toContain(first.secret);
    expect(await ask("recall_search", QUERY, { directory: "/srv/a/b" })).toContain("UNKNOWN_SESSION");
  });
});

describe("a server with a pinned session", () => {
  it("serves that session only, whoever calls and whatever is asked for", async () => {
    const home = await twoThreads();
    const [other] = JSON.parse(
      await (await serverOver(home))(
        "recall_search",
        { query: SECOND.secret },
        { meta: codexMeta(SECOND.id) },
      ),
    ) as { id: string }[];
    const ask = await serverOver(home, FIRST.id);
    for (const meta of [{}, codexMeta(FIRST.id), codexMeta(SECOND.id)]) {
      expect(await ask("recall_search", QUERY, { meta })).toContain(FIRST.secret);
      expect(await ask("recall_read", { id: other?.id }, { meta })).toContain("UNKNOWN_ITEM");
      for (const name of ["recall_search", "recall_list", "what_is_remembered"]) {
        const refused = await ask(name, { ...QUERY, session: SECOND.id }, { meta });
        expect(JSON.parse(refused)).toMatchObject({ error: { code: "INVALID_INPUT" } });
        expect(refused).toContain("--session");
        expect(refused).not.toContain(SECOND.secret);
      }
      expect(await ask("recall_search", { ...QUERY, session: FIRST.id }, { meta })).toContain(FIRST.secret);
    }
  });

  it("takes a file for its session", async () => {
    const home = await makeHome(await temporaryFolder(onTestFinished));
    await writeFile(join(home.path, "work.json"), JSON.stringify(workWithNeedle()));
    await archive(home, "work.json");
    expect(await (await serverOver(home, "work.json"))("recall_search", QUERY)).toContain("limit is 17");
    expect(await (await serverOver(home, "work"))("recall_search", QUERY)).toContain("limit is 17");
    expect(await (await serverOver(home, "other"))("recall_search", QUERY)).toContain("UNKNOWN_SESSION");
  });
});

describe("a call from nobody knows where", () => {
  it("is asked which session it means, and may then name one", async () => {
    const home = await twoThreads();
    const ask = await serverOver(home);
    for (const caller of [
      {},
      { directory: home.path },
      { meta: { threadId: 7, progressToken: 1 } as object },
    ]) {
      const asked = await ask("recall_search", QUERY, caller as Caller);
      expect(JSON.parse(asked)).toMatchObject({ error: { code: "UNKNOWN_SESSION" } });
      expect(asked).toContain("--session");
      expect(asked).toContain(FIRST.id);
      expect(asked).not.toContain(FIRST.secret);
      expect(asked).not.toContain(SECOND.secret);
    }
    expect(await ask("recall_search", { ...QUERY, session: FIRST.id })).toContain(FIRST.secret);
    expect(await ask("recall_search", { ...QUERY, session: "nobody" })).toContain("UNKNOWN_SESSION");
  });

  it("opens no file that an argument names", async () => {
    const home = await twoThreads();
    await writeFile(join(home.path, "own.json"), JSON.stringify({ id: FIRST.id, messages: [] }));
    const ask = await serverOver(home);
    expect(await ask("recall_search", { ...QUERY, session: "own.json" })).toContain("UNKNOWN_SESSION");
  });

  it("finds an archive that is made after the server was started", async () => {
    const home = await makeHome(await temporaryFolder(onTestFinished));
    await mkdir(join(home.path, ".codex"), { recursive: true });
    const ask = await serverOver(home);
    expect(await ask("recall_search", { ...QUERY, session: FIRST.id })).toContain("UNKNOWN_SESSION");
    const rollout = await writeRollout(home, FIRST);
    await archive(home, rollout);
    await rm(rollout);
    expect(await ask("recall_search", { ...QUERY, session: FIRST.id })).toContain(FIRST.secret);
  });
});

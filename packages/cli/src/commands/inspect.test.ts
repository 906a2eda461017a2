import { existsSync } from "node:fs";
import { appendFile, copyFile, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { CompactManager } from "plimsoll";
import { fileStorage, sqliteStorage } from "plimsoll/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCommandLine } from "../run-command-line.js";
import { AGENT_SESSION, runCompactctl } from "../testing/run-compactctl.js";

interface Served {
  readonly cwd: string;
  readonly url: string;
  get(path: string, key?: string): Promise<Response>;
  post(path: string, body: unknown, key?: string): Promise<Response>;
}

/** `compactctl inspect` in this process, until the test is over. */
async function inspect(args: readonly string[], cwd: string): Promise<Served> {
  const stop = new AbortController();
  let tell: (line: string) => void = () => {};
  const line = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const stdout = new Writable({
    write(chunk: Buffer, _, done) {
      tell(chunk.toString());
      done();
    },
  });
  const running = runCommandLine({
    args: ["inspect", ...args, "--no-open", "--json"],
    cwd,
    environment: {},
    stdin: Readable.from([]),
    stdout,
    stderr: new Writable({ write: (_chunk, _encoding, done) => done() }),
    signal: stop.signal,
  });
  onTestFinished(async () => {
    stop.abort();
    expect(await running).toBe(0);
  });
  const { url, key } = JSON.parse(await line) as { url: string; key: string };
  const address = (path: string): string => `${new URL(url).origin}/v1/inspect/${path}`;
  const headers = (given: string) => ({
    authorization: `Bearer ${given}`,
    "content-type": "application/json",
  });
  return {
    cwd,
    url,
    get: (path, given = key) => fetch(address(path), { headers: { authorization: `Bearer ${given}` } }),
    post: (path, body, given = key) =>
      fetch(address(path), { method: "POST", headers: headers(given), body: JSON.stringify(body) }),
  };
}

async function folderWithSession(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plimsoll-inspect-"));
  await copyFile(AGENT_SESSION, join(folder, "session.json"));
  return folder;
}

/** A request and its answer, as a tool writes them into its session file. */
function toolTurn(number: number, tokens: number, isCompacted = false): string {
  const line = { sessionId: "tool-session", timestamp: "2026-01-01T00:00:00Z", isSidechain: false };
  const parent = number === 0 || isCompacted ? null : `a${number - 1}`;
  const usage = { input_tokens: tokens, cache_read_input_tokens: 0 };
  const content = [{ type: "text", text: `Page ${number} is read.` }];
  const lines = [
    ...(isCompacted ? [{ type: "system", subtype: "compact_boundary", uuid: "b" }] : []),
    {
      ...line,
      type: "user",
      uuid: `u${number}`,
      parentUuid: parent,
      message: { role: "user", content: `Read page ${number}.` },
    },
    {
      ...line,
      type: "assistant",
      uuid: `a${number}`,
      parentUuid: `u${number}`,
      message: { id: `m${number}`, role: "assistant", model: "claude-sonnet-4-5", content, usage },
    },
  ];
  return lines.map((record) => `${JSON.stringify(record)}\n`).join("");
}

interface Listed {
  readonly sessions: readonly { readonly id: string; readonly title: string; readonly compactions: number }[];
}

describe("compactctl inspect", () => {
  it("shows a session file without writing anything, and archives what is done to it", async () => {
    const served = await inspect(["session.json", "--window", "16000"], await folderWithSession());
    const { sessions } = (await (await served.get("sessions")).json()) as Listed;
    const [session] = sessions;
    const path = `sessions/${encodeURIComponent(session!.id)}`;
    expect(served.url).toContain(`/sessions/${encodeURIComponent(session!.id)}/load-line`);
    const load = (await (await served.get(`${path}/load-line`)).json()) as { requests: number; max: number };
    expect(load).toMatchObject({ max: 16_000, isReconstructed: true });
    expect(load.requests).toBeGreaterThan(10);
    expect((await served.get(`${path}/window`)).status).toBe(200);
    expect(existsSync(join(served.cwd, ".compact"))).toBe(false);
    const done = await served.post(`${path}/actions`, { action: "compact", targetTokens: 4000 });
    expect(await done.json()).toMatchObject({ action: "compact", done: true });
    expect((await (await served.get(path)).json()) as object).toMatchObject({ compactions: 1 });
    const { stdout } = await runCompactctl(["sessions", "--json"], { cwd: served.cwd });
    expect(stdout).toContain(session!.id);
  });

  it("reads a session of a tool in its own format, with the requests that the tool recorded, while it grows", async () => {
    const folder = await mkdtemp(join(tmpdir(), "plimsoll-inspect-"));
    const path = join(folder, "tool.jsonl");
    await writeFile(path, toolTurn(0, 20_000) + toolTurn(1, 21_000));
    const served = await inspect(["."], folder);
    const get = async (part: string) =>
      (await (await served.get(`sessions/tool-session${part}`)).json()) as object;
    expect(await get("")).toMatchObject({ title: "Read page 0.", format: "claude-code", tokens: 21_000 });
    expect(await get("/load-line")).toMatchObject({ requests: 2, isRecorded: true, isReconstructed: false });
    const told = (await served.get("events")).body!.getReader();
    await told.read();
    await appendFile(path, toolTurn(2, 9000, true));
    expect(Buffer.from((await told.read()).value!).toString()).toContain("tool-session");
    await told.cancel();
    expect(await get("/load-line")).toMatchObject({
      requests: 3,
      marks: [{ request: 3, before: 21_000, after: 9000, byTool: true }],
    });
    const { items } = (await get("/transcript")) as { items: { role: string; text: string }[] };
    expect(items.at(-1)).toMatchObject({ role: "assistant", text: "Page 2 is read." });
    // The tool is in the middle of a line: what stands before it is shown, and the line once it is whole.
    const turn = Buffer.from(toolTurn(3, 9500));
    const half = turn.length - 20;
    await appendFile(path, turn.subarray(0, half));
    const texts = async () =>
      ((await get("/transcript")) as { items: { text: string }[] }).items.map(({ text }) => text);
    expect(await texts()).not.toContain("Page 3 is read.");
    expect(await texts()).toContain("Page 2 is read.");
    await appendFile(path, turn.subarray(half));
    await expect.poll(async () => (await texts()).at(-1)).toBe("Page 3 is read.");
    await writeFile(join(folder, "other.jsonl"), toolTurn(0, 100).replaceAll("tool-session", "another"));
    const { sessions } = (await (await served.get("sessions")).json()) as Listed;
    expect(sessions.map(({ id }) => id).sort()).toEqual(["another", "tool-session"]);
  });

  it.each(["fs", "sqlite"] as const)(
    "shows what another process writes into an archive of kind %s, as soon as it is written",
    async (adapter) => {
      const folder = await mkdtemp(join(tmpdir(), "plimsoll-inspect-"));
      const path = join(folder, adapter === "fs" ? "archive" : "store.db");
      const storage = adapter === "fs" ? fileStorage({ path }) : sqliteStorage({ path });
      const agent = new CompactManager({ model: "gpt-5", maxContextTokens: 8000, storage, exporters: [] });
      onTestFinished(() => agent.close());
      const items: { role: string; content: string }[] = [];
      const work = async (compactions: number): Promise<void> => {
        for (let done = 0; done < compactions; ) {
          const role = items.length % 2 === 0 ? "user" : "assistant";
          items.push({
            role,
            content: `Page ${items.length}. ${"The tide table of the harbour. ".repeat(60)}`,
          });
          if (role === "user") done += (await agent.preflight("s", items)).compaction ? 1 : 0;
        }
      };
      await work(1);
      // The folder above the archive, as `compactctl` makes it, or the file of the database.
      const served = await inspect([adapter === "fs" ? "." : "store.db"], folder);
      const seen = async () => {
        const { total, compactions } = (await (await served.get("sessions/s/transcript")).json()) as {
          total: number;
          compactions: unknown[];
        };
        return { total, compactions: compactions.length };
      };
      expect((await seen()).compactions).toBe(1);
      const told = (await served.get("events")).body!.getReader();
      await told.read();
      const first = await seen();
      await work(1);
      let heard = "";
      for (let part = await told.read(); !part.done; part = await told.read()) {
        heard += Buffer.from(part.value).toString();
        if (heard.includes("inspect.archive_changed")) break;
      }
      expect(heard).toContain("inspect.archive_changed");
      const second = await seen();
      expect(second.compactions).toBe(2);
      expect(second.total).toBeGreaterThan(first.total);
      await told.cancel();
      const undone = await served.post("sessions/s/actions", { action: "undo" });
      expect(await undone.json()).toMatchObject({ done: true });
      expect((await (await served.get("sessions/s")).json()) as object).toMatchObject({
        compactions: 1,
        undone: 1,
      });
    },
  );

  it("says why a file cannot be shown, and that a name is neither a file nor a session", async () => {
    const cwd = await folderWithSession();
    await writeFile(join(cwd, "broken.json"), '{"messages": [');
    await writeFile(join(cwd, "empty.jsonl"), "");
    for (const [given, why] of [
      ["broken.json", "is not JSON: it breaks at line 1"],
      ["empty.jsonl", "empty"],
      ["nothing.jsonl", 'There is no file or folder "nothing.jsonl"'],
    ] as const) {
      const { code, stderr } = await runCompactctl(["inspect", given, "--no-open"], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain(why);
    }
  });

  it("tells of files that come into folders of folders, such as those of a day", async () => {
    const folder = await mkdtemp(join(tmpdir(), "plimsoll-inspect-"));
    const served = await inspect(["."], folder);
    expect(await (await served.get("sessions")).json()).toEqual({ sessions: [], total: 0 });
    const told = (await served.get("events")).body!.getReader();
    await told.read();
    const day = join(folder, "2026", "11", "18");
    await mkdir(day, { recursive: true });
    const heard = async (): Promise<string> => Buffer.from((await told.read()).value ?? []).toString();
    expect(await heard()).toContain("inspect.file_changed");
    await writeFile(join(day, "rollout-1.jsonl"), toolTurn(0, 100));
    const ids = async (): Promise<string[]> =>
      ((await (await served.get("sessions")).json()) as Listed).sessions.map(({ id }) => id);
    // The folders are told one after the other, and the file may be there before its folder is watched.
    while (!(await ids()).includes("tool-session")) await heard();
    await told.cancel();
  });

  it("gives the whole window as a file, and errors by a code with their numbers", async () => {
    const served = await inspect(["session.json", "--window", "16000"], await folderWithSession());
    const { sessions } = (await (await served.get("sessions")).json()) as Listed;
    const path = `sessions/${encodeURIComponent(sessions[0]!.id)}`;
    const window = await served.get(`${path}/window/raw`);
    expect(window.headers.get("content-disposition")).toMatch(/^attachment; filename="window-.*\.json"$/);
    expect(Array.isArray(await window.json())).toBe(true);
    const refused = await served.post(`${path}/actions`, { action: "undo" });
    expect(await refused.json()).toMatchObject({
      error: { code: "nothing_to_undo", details: {} },
    });
    expect(await (await served.get("sessions/none/window")).json()).toMatchObject({
      error: { code: "unknown_session", details: { sessionId: "none" } },
    });
    await served.post(`${path}/actions`, { action: "compact", targetTokens: 4000 });
    const idle = await served.post(`${path}/actions`, { action: "compact", targetTokens: 9000 });
    expect(await idle.json()).toMatchObject({
      done: false,
      reason: { id: "list_fits", values: { tokens: 9000 } },
    });
  });

  it("lets nobody in without the key of its address, and says what is wrong with a request", async () => {
    const served = await inspect([], await folderWithSession());
    expect((await served.get("sessions", "another key")).status).toBe(401);
    for (const action of ["compact", "preview", "approve", "undo", "redo", "protect", "release", "withdraw"])
      expect((await served.post("sessions/none/actions", { action }, "another key")).status).toBe(401);
    expect((await served.post("sessions/none/compare", {}, "another key")).status).toBe(401);
    expect(await (await served.get("sessions")).json()).toEqual({ sessions: [], total: 0 });
    expect((await served.get("sessions/none/window")).status).toBe(404);
    expect((await served.get("sessions?limit=many")).status).toBe(400);
    expect((await served.get("sessions/none/actions")).status).toBe(405);
    const refused = await served.post("sessions/none/actions", { action: "explode" });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { message: expect.stringContaining("compact, preview") },
    });
    const page = await fetch(new URL("/inspector/", served.url));
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    for (const path of [
      "/inspector/../package.json",
      "/inspector/..%2f..%2fpackage.json",
      "/inspector/nothing.js",
    ])
      expect((await fetch(new URL(path, served.url))).status).not.toBe(200);
  });

  it("refuses a session that the archive does not hold", async () => {
    const { code, stderr } = await runCompactctl(["inspect", "nothing-like-it", "--no-open"], {
      cwd: await folderWithSession(),
    });
    expect(code).toBe(2);
    expect(stderr).toContain("nothing-like-it");
  });
});

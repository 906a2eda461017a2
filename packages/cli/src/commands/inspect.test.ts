import { existsSync } from "node:fs";
import { copyFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCommandLine } from "../run-command-line.js";
import { AGENT_SESSION, runCompactctl } from "../testing/run-compactctl.js";

interface Served {
  readonly cwd: string;
  readonly url: string;
  get(path: string, key?: string): Promise<Response>;
  post(path: string, body: unknown): Promise<Response>;
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
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return {
    cwd,
    url,
    get: (path, given = key) => fetch(address(path), { headers: { authorization: `Bearer ${given}` } }),
    post: (path, body) => fetch(address(path), { method: "POST", headers, body: JSON.stringify(body) }),
  };
}

async function folderWithSession(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plimsoll-inspect-"));
  await copyFile(AGENT_SESSION, join(folder, "session.json"));
  return folder;
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

  it("lets nobody in without the key of its address, and says what is wrong with a request", async () => {
    const served = await inspect([], await folderWithSession());
    expect((await served.get("sessions", "another key")).status).toBe(401);
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

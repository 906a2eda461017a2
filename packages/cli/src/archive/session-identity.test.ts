import { copyFile, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { itemId } from "plimsoll/formats";
import { createArchive } from "plimsoll/stores";
import { fileStorage } from "plimsoll/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCommand } from "../testing/run-command.js";
import { type FinishedRun, temporaryFolder } from "../testing/run-compactctl.js";
import { SAMPLE_FILES } from "../testing/sample-files.js";

const TARGET = ["--target-tokens", "600", "--estimator", "heuristic"];

/** Forty turns of work on something, with a rule and a fact of its own. */
function work(subject: string): { role: string; content: string }[] {
  const filler = `Nothing else happened to the ${subject}. `.repeat(12);
  return Array.from({ length: 40 }, (_, turn) => ({
    role: turn % 2 ? "assistant" : "user",
    content:
      turn === 0
        ? `Never touch the ${subject} of production.`
        : turn === 3
          ? `The limit of the ${subject} is 17. ${filler}`
          : `Turn ${turn}. ${filler}`,
  }));
}

interface Folder {
  readonly cwd: string;
  run(...args: string[]): Promise<FinishedRun>;
  data<T>(...args: string[]): Promise<T>;
}

async function folder(): Promise<Folder> {
  const cwd = await temporaryFolder(onTestFinished);
  const run = (...args: string[]): Promise<FinishedRun> => runCommand(args, { cwd });
  return {
    cwd,
    run,
    data: async <T>(...args: string[]) => JSON.parse((await run(...args, "--json")).stdout) as T,
  };
}

/** Two projects with a file of the same name, both compacted into one archive. */
async function twoProjects(): Promise<Folder & { readonly p: string; readonly q: string }> {
  const opened = await folder();
  for (const [name, subject] of [
    ["p", "ledger"],
    ["q", "harbour"],
  ] as const) {
    await mkdir(join(opened.cwd, name));
    await writeFile(join(opened.cwd, name, "history.json"), JSON.stringify(work(subject)));
  }
  const compact = (path: string): Promise<{ session: string }> =>
    opened.data("compact", path, ...TARGET, "--out", join(opened.cwd, "out.json"));
  const { session: p } = await compact("p/history.json");
  const { session: q } = await compact("q/history.json");
  return { ...opened, p, q };
}

describe("the session of a file", () => {
  it("is another one for another file of the same name", async () => {
    const { run, p, q } = await twoProjects();
    expect(p).toMatch(/^history-[0-9a-f]{16}$/);
    expect(q).not.toBe(p);
    const shown = await run("show", "p/history.json", "--checkpoint");
    expect(shown.stdout).toContain("Never touch the ledger");
    expect(shown.stdout).not.toContain("harbour");
  });

  it("is found by the file in every command", async () => {
    const { data, p } = await twoProjects();
    const found = (...args: string[]): Promise<{ session: string }> => data(...args);
    expect((await found("show", "p/history.json")).session).toBe(p);
    expect((await found("remember", "p/history.json")).session).toBe(p);
    expect((await found("recall", "limit", "--session", "p/history.json")).session).toBe(p);
    expect((await found("artifacts", "list", "p/history.json")).session).toBe(p);
    expect(await data("diff", "p/history.json", ...TARGET)).toHaveProperty("verified");
    const undone = await data<{ session: string; items: object[] }>("undo", "p/history.json");
    expect(undone).toMatchObject({ session: p, items: work("ledger") });
    expect((await found("redo", "p/history.json")).session).toBe(p);
  });

  it("is not guessed from a name that fits several", async () => {
    const { run, p, q } = await twoProjects();
    for (const args of [
      ["undo", "history"],
      ["show", "history"],
      ["remember", "history"],
      ["recall", "limit"],
    ]) {
      const refused = await run(...args);
      expect(refused).toMatchObject({ code: 2, stdout: "" });
      expect(refused.stderr).toContain(p);
      expect(refused.stderr).toContain(q);
    }
    expect((await run("undo", p)).code).toBe(0);
  });

  it("is found by the name of the file where only one has it", async () => {
    const { cwd, run, data } = await folder();
    await writeFile(join(cwd, "work.json"), JSON.stringify(work("ledger")));
    const { session } = await data<{ session: string }>("compact", "work.json", ...TARGET);
    expect((await data<{ session: string }>("show", "work")).session).toBe(session);
    expect((await run("show", "wor")).stderr).toContain(
      'UNKNOWN_SESSION: The archive holds no session "wor"',
    );
  });

  it("is the same through a link, and after a compaction in place", async () => {
    const { cwd, data } = await folder();
    await mkdir(join(cwd, "p"));
    await writeFile(join(cwd, "p/history.json"), JSON.stringify(work("ledger")));
    await symlink(join(cwd, "p"), join(cwd, "link"));
    const { session } = await data<{ session: string }>("compact", "p/history.json", "--in-place", ...TARGET);
    expect(await data("remember", "link/history.json")).toMatchObject({ session, version: 1 });
    expect(await data("undo", "link/history.json")).toMatchObject({ session, items: work("ledger") });
  });

  it.each(["thread_id", "conversation_id", "session_id", "id"])(
    "is the conversation that %s names, wherever its file lies",
    async (key) => {
      const { cwd, data } = await folder();
      await mkdir(join(cwd, "p"));
      const file = { [key]: "conversation-7", messages: work("ledger") };
      await writeFile(join(cwd, "p/history.json"), JSON.stringify(file));
      await copyFile(join(cwd, "p/history.json"), join(cwd, "copy.json"));
      const first = await data<{ session: string }>("compact", "p/history.json", ...TARGET);
      expect(first.session).toBe("conversation-7");
      expect(await data("compact", "copy.json", ...TARGET)).toMatchObject({
        session: "conversation-7",
        compacted: false,
        version: 1,
      });
      expect(await data("undo", "copy.json")).toMatchObject({ session: "conversation-7" });
    },
  );

  it("is the thread of a rollout and the session of Claude Code, also from standard input", async () => {
    const { cwd } = await folder();
    for (const { name, text, session } of SAMPLE_FILES.filter((sample) => sample.name.endsWith(".jsonl"))) {
      await writeFile(join(cwd, name), text);
      const piped = await runCommand(["compact", "-", ...TARGET, "--json"], { cwd, input: text });
      expect(JSON.parse(piped.stdout)).toMatchObject({ session, version: 1 });
      const undone = await runCommand(["undo", name, "--json"], { cwd });
      expect(JSON.parse(undone.stdout)).toMatchObject({ session, undone: { version: 1 } });
    }
  });

  it("gives way to one that is named", async () => {
    const { cwd, data } = await folder();
    await writeFile(join(cwd, "work.json"), JSON.stringify({ id: "own", messages: work("ledger") }));
    expect(await data("compact", "work.json", ...TARGET, "--session", "mine")).toMatchObject({
      session: "mine",
    });
  });
});

describe("an archive that knows sessions by the base name of their file", () => {
  async function archived(cwd: string, subjects: readonly string[]): Promise<void> {
    const archive = createArchive(fileStorage({ path: join(cwd, ".compact/archive") }));
    const ts = new Date().toISOString();
    const entries = subjects
      .flatMap(work)
      .map((data) => ({ kind: "item" as const, id: itemId(data), ts, data }));
    await archive.appendItems("history", entries, []);
    await archive.close();
  }

  it("is gone on with where it holds nothing but that file", async () => {
    const { cwd, data } = await folder();
    await archived(cwd, ["ledger"]);
    await writeFile(join(cwd, "history.json"), JSON.stringify(work("ledger")));
    expect(await data("recall", "limit", "--session", "history.json")).toMatchObject({ session: "history" });
    expect(await data("compact", "history.json", ...TARGET)).toMatchObject({ session: "history" });
    expect(await data("undo", "history.json")).toMatchObject({ session: "history" });
  });

  it("is left alone where it holds another file too, or only that", async () => {
    for (const subjects of [["ledger", "harbour"], ["harbour"]]) {
      const { cwd, data } = await folder();
      await archived(cwd, subjects);
      await writeFile(join(cwd, "history.json"), JSON.stringify(work("ledger")));
      const { session } = await data<{ session: string }>("compact", "history.json", ...TARGET);
      expect(session).toMatch(/^history-[0-9a-f]{16}$/);
      expect(await data("show", "history")).toMatchObject({ session: "history" });
    }
  });
});

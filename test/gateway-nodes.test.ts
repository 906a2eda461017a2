import { startScriptedChat } from "plimsoll-testkit";
import { FULL_SCALE } from "plimsoll-testkit/scaled";
import { sharedPostgres } from "plimsoll-testkit/shared-postgres";
import { postgresStorage } from "plimsoll/node";
import type { StoreFinding } from "plimsoll/stores";
import { describe, expect, it, onTestFinished } from "vitest";
import { askNode, type Message, nodeFolder, type RunningNode, startNode, turnOf } from "./start-node.js";

/** 200 of them take a machine of their own. */
const CONVERSATIONS = Number(process.env["PLIMSOLL_TEST_CONVERSATIONS"] ?? 6);
const TURNS = 8;
/** A node is killed after so many turns of all conversations. */
const TURNS_BETWEEN_KILLS = Math.max(8, Math.ceil((CONVERSATIONS * TURNS) / 60));

const database = FULL_SCALE ? await sharedPostgres() : { problem: "only at full scale" };
const problem = "problem" in database ? ` (skipped: ${database.problem})` : "";
const url = "url" in database ? database.url : "";

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await pause();
}

/** An upstream whose answers wait while its gate is shut. */
async function setUp(name: string) {
  let gate = Promise.resolve();
  let waiting = 0;
  const upstream = await startScriptedChat({
    async respond({ model }) {
      waiting += 1;
      await gate;
      waiting -= 1;
      return [model === "summarizer" ? "The user asks where orders are; all were found." : "Understood."];
    },
  });
  onTestFinished(() => upstream.close());
  const schema = `${name}_${process.pid}_${Date.now() % 1_000_000}`;
  const cwd = await nodeFolder({ upstream: `${upstream.origin}/v1`, database: url, schema });
  const nodes = await Promise.all([startNode(cwd), startNode(cwd), startNode(cwd)]);
  const shut = (): (() => void) => {
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => (open = resolve));
    return open;
  };
  return { upstream, schema, cwd, nodes, shut, waiting: () => waiting };
}

/** A client that asks another node if one does not answer. */
async function askAny(
  nodes: readonly RunningNode[],
  session: string,
  { messages, first }: { readonly messages: readonly Message[]; readonly first: number },
): Promise<Message> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const node = nodes[(first + attempt) % nodes.length];
    const outcome = node && (await askNode(node, session, messages));
    if (outcome && "message" in outcome) return outcome.message;
    if (outcome && outcome.failed.startsWith("4")) throw new Error(outcome.failed);
    await pause();
  }
  throw new Error(`No node answered ${session}.`);
}

describe.skipIf(problem !== "")(`gateway nodes on one PostgreSQL${problem}`, () => {
  it("finish every conversation, lose nothing and pay for no summary twice, although nodes are killed again and again", {
    timeout: 120_000 + CONVERSATIONS * 10_000,
  }, async () => {
    const { upstream, schema, cwd, nodes } = await setUp("killed");
    let turns = 0;
    const killed = new Set<string>();
    const replaceOne = async (): Promise<void> => {
      const index = killed.size % nodes.length;
      const victim = nodes[index];
      if (!victim) return;
      killed.add(victim.key);
      victim.process.kill("SIGKILL");
      nodes[index] = await startNode(cwd);
    };
    const converse = async (conversation: number): Promise<Message[]> => {
      const messages: Message[] = [];
      for (let turn = 0; turn < TURNS; turn += 1) {
        messages.push(...turnOf(conversation, turn));
        messages.push(await askAny(nodes, `c${conversation}`, { messages, first: conversation + turn }));
        turns += 1;
        if (turns % TURNS_BETWEEN_KILLS === 0) await replaceOne();
      }
      return messages;
    };
    const finished = await Promise.all(Array.from({ length: CONVERSATIONS }, (_, index) => converse(index)));
    for (const node of nodes) node.process.kill("SIGTERM");
    expect(finished.every((messages) => messages.length === TURNS * 4)).toBe(true);
    expect(killed.size).toBeGreaterThan(1);
    // The server refuses a result without its call. The summarizer asks once with a seed, which this vendor does not know.
    expect(upstream.refusals.filter((refusal) => !refusal.includes("seed"))).toEqual([]);

    // A summary is asked for again only where the node that asked before was killed: it may not have had the answer.
    const askers = new Map<string, string[]>();
    for (const { body, headers } of upstream.requests) {
      const { model, seed } = body as { readonly model: string; readonly seed?: number };
      if (model !== "summarizer" || seed !== undefined) continue;
      const asked = JSON.stringify(body);
      const by = String(headers["authorization"]).replace("Bearer ", "");
      askers.set(asked, [...(askers.get(asked) ?? []), by]);
    }
    expect(askers.size).toBeGreaterThan(0);
    const twice = [...askers.values()].filter((keys) => keys.slice(0, -1).some((key) => !killed.has(key)));
    expect(twice).toEqual([]);

    const store = postgresStorage({ url, schema });
    onTestFinished(() => store.close());
    const archived: string[] = [];
    let compactions = 0;
    for (const { sessionId } of await store.sessions()) {
      archived.push(JSON.stringify(await store.read(sessionId, ["item"])));
      compactions += (await store.read(sessionId, ["compaction"])).length;
    }
    expect(compactions).toBeGreaterThan(0);
    const everything = archived.join("\n");
    const windows = upstream.accepted.map(({ body }) => JSON.stringify(body["messages"])).join("\n");
    const lost = finished
      .flat()
      .filter(({ role }) => role !== "assistant")
      .map(({ content }) => String(content).slice(0, 24))
      .filter((text) => !everything.includes(text) && !windows.includes(text));
    expect(lost).toEqual([]);
    const findings: StoreFinding[] = [];
    for await (const finding of store.check?.() ?? []) findings.push(finding);
    expect(findings).toEqual([]);
  });

  it("restart one after the other under load, and no request fails", { timeout: 180_000 }, async () => {
    const { cwd, nodes, shut, waiting } = await setUp("restarted");
    const failures: string[] = [];
    const load = { answers: 0, isOver: false };
    /** Asks as a balancer does: a refused connection goes to the next node, anything else counts. */
    const converse = async (conversation: number): Promise<void> => {
      const messages: Message[] = [];
      for (let turn = 0; !load.isOver; turn += 1) {
        messages.push(...turnOf(conversation, turn));
        for (let attempt = 0; ; attempt += 1) {
          const node = nodes[(conversation + turn + attempt) % nodes.length];
          const outcome = node && (await askNode(node, `r${conversation}`, messages));
          if (!outcome) continue;
          if ("failed" in outcome && outcome.isRefused) {
            await pause();
            continue;
          }
          if ("message" in outcome) messages.push(outcome.message);
          else failures.push(outcome.failed);
          load.answers += 1;
          break;
        }
      }
    };
    const clients = [0, 1, 2, 3].map(converse);
    for (const index of [0, 1, 2]) {
      const enough = load.answers + 4;
      const next = await startNode(cwd);
      await until(() => load.answers >= enough);
      const open = shut();
      await until(() => waiting() >= 4);
      // All of them have requests open now.
      const old = nodes[index];
      old?.process.kill("SIGTERM");
      nodes[index] = next;
      open();
      expect((await old?.ended)?.valueOf()).toEqual([0, null]);
    }
    load.isOver = true;
    await Promise.all(clients);
    expect(failures).toEqual([]);
    expect(load.answers).toBeGreaterThan(12);
  });
});

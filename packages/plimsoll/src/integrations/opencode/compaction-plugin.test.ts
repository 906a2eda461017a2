import { describe, expect, it } from "vitest";
import { compactionPlugin, type OpencodeHooks } from "./compaction-plugin.js";
import type { OpencodeMessage } from "./transcript-items.js";

const RULE = "Never touch config/prod.yaml.";

/** A session as opencode 1.18 keeps it: calls stand with their results in the parts of an answer. */
class Session {
  readonly messages: OpencodeMessage[] = [];

  user(text: string, rest: object = {}): void {
    this.messages.push({ info: { role: "user" }, parts: [{ type: "text", text, ...rest }] });
  }

  command(callID: string, command: string, output: string): void {
    const state = { status: "completed", input: { command }, output, title: "", metadata: {} };
    const parts = [
      { type: "step-start" },
      { type: "tool", callID, tool: "bash", state },
      { type: "step-finish" },
    ];
    this.messages.push({ info: { role: "assistant" }, parts });
  }

  summary(text: string): void {
    this.messages.push({ info: { role: "assistant", summary: true }, parts: [{ type: "text", text }] });
  }

  async start(options: Parameters<typeof compactionPlugin>[0] = {}): Promise<OpencodeHooks> {
    return compactionPlugin({ exporters: [], ...options })({
      client: { session: { messages: async () => ({ data: this.messages }) } },
    });
  }
}

function worked(): Session {
  const session = new Session();
  session.user(`Build all parts. ${RULE}`);
  for (let step = 0; step < 30; step++)
    session.command(
      `call_${step}`,
      `make part-${step}`,
      `part ${step}\n${"checked one more unit\n".repeat(80)}`,
    );
  return session;
}

async function systemOf(hooks: OpencodeHooks): Promise<string[]> {
  const output = { system: ["You are opencode."] };
  await hooks["experimental.chat.system.transform"]({ sessionID: "s1" }, output);
  return output.system;
}

describe("compactionPlugin", () => {
  it("names the rules to the compacting model, and keeps the state in the system prompt afterwards", async () => {
    const session = worked();
    const hooks = await session.start();
    expect(await systemOf(hooks)).toHaveLength(1);
    const output = { context: [] as string[] };
    await hooks["experimental.session.compacting"]({ sessionID: "s1" }, output);
    expect(output.context.join("\n")).toContain(`- ${RULE}`);
    // opencode asks for the system prompt of the compaction itself, too.
    await systemOf(hooks);
    session.summary("A summary that forgot everything.");
    await hooks.event({ event: { type: "session.compacted", properties: { sessionID: "s1" } } });
    session.user("Continue if you have next steps.", { synthetic: true });
    const [, handed = ""] = await systemOf(hooks);
    expect(handed).toContain(RULE);
    expect(handed).toContain("make part-29");
    expect(handed).not.toContain("forgot everything");
    expect(handed).not.toContain("Continue if you have");
    expect(handed.length).toBeLessThanOrEqual(10_000);
    session.user("And now the lid.");
    expect((await systemOf(hooks))[1], "the prompt stays the same until the next compaction").toBe(handed);
    await hooks.dispose();
    const again = await session.start();
    expect((await systemOf(again))[1], "in another process too").toBe(handed);
    await again.dispose();
  });

  it("reads a message of the command line, which opencode puts between quotes, as the user's own", async () => {
    const session = new Session();
    session.user(`"Build \\"all\\" parts. ${RULE}"`);
    session.command("call_1", "make", "done");
    const hooks = await session.start();
    const output = { context: [] as string[] };
    await hooks["experimental.session.compacting"]({ sessionID: "s1" }, output);
    expect(output.context.join("\n")).toContain(`- ${RULE}`);
    await hooks.dispose();
  });

  it("puts evidence in place of a large output, and leaves exact texts alone", async () => {
    const hooks = await new Session().start({ policy: { toolOutputMaxTokens: 500 } });
    const log = `${"unit checked\n".repeat(4_000)}ERROR: disk full at unit 4001\n`;
    const after = async (tool: string): Promise<string> => {
      const result = { output: log };
      await hooks["tool.execute.after"]({ tool, sessionID: "s1", callID: "c1", args: {} }, result);
      return result.output;
    };
    const bounded = await after("bash");
    expect(bounded).toContain("disk full");
    expect(bounded.length).toBeLessThan(log.length / 10);
    expect(await after("read")).toBe(log);
    await hooks.dispose();
  });

  it("gives the model tools that read the session which calls them", async () => {
    const session = worked();
    const schema = () => {
      const one = { optional: () => one, describe: () => one };
      return one;
    };
    const tool = Object.assign((input: object) => input, { schema: { string: schema, number: schema } });
    const hooks = await session.start({ tool });
    await hooks["experimental.session.compacting"]({ sessionID: "s1" }, { context: [] });
    const search = async (sessionID: string): Promise<string> =>
      String(await hooks.tool?.["recall_search"].execute({ query: "part 17" }, { sessionID }));
    expect(await search("s1")).toContain("part 17");
    expect(await search("s2")).not.toContain("part 17");
    await hooks.dispose();
  });
});

import { describe, expect, it } from "vitest";
import { script } from "./ledger-test-support.js";

describe("the plan ledger", () => {
  it("follows the steps of a plan with the evidence of those that are done", () => {
    const { plan, activeWork } = script()
      .tool(
        "update_plan",
        {
          plan: [
            { step: "Find the bug", status: "in_progress" },
            { step: "Fix it", status: "pending" },
          ],
        },
        "ok",
      )
      .tool("bash", { command: "grep -rn bug src" }, "src/a.ts:3: bug")
      .tool(
        "update_plan",
        {
          plan: [
            { step: "Find the bug", status: "completed" },
            { step: "Fix it", status: "in_progress" },
          ],
        },
        "ok",
      )
      .checkpoint();
    expect(plan).toMatchObject([
      { text: "Find the bug", state: "done", evidence: ["i1", "i3"] },
      { text: "Fix it", state: "active", evidence: [] },
    ]);
    expect(activeWork?.text).toBe("Fix it");
  });

  it("gives a step the three newest results that succeeded, and leaves it with them", () => {
    const plan = (status: string): unknown => ({ plan: [{ step: "Ship it", status }] });
    const built = script().tool("update_plan", plan("pending"), "ok");
    for (let run = 0; run < 30; run++) {
      built.tool("bash", { command: `make ${run}` }, run % 2 === 0 ? "done" : "exit code: 1");
    }
    built.tool("update_plan", plan("completed"), "ok");
    for (let run = 0; run < 30; run++) built.tool("read_file", { path: `${run}.ts` }, "x");
    expect(built.checkpoint().plan).toMatchObject([{ state: "done", evidence: ["i51", "i55", "i59"] }]);
  });

  it("supersedes steps that a later plan leaves out, and reads other shapes", () => {
    const { plan } = script()
      .tool(
        "todo_write",
        {
          todos: [
            { content: "A", done: true },
            { content: "B", done: false },
          ],
        },
        "ok",
      )
      .tool("todo_write", { todos: [{ content: "B", done: true }] }, "ok")
      .assistant("Progress:\n- [x] Write the parser\n- [ ] 写测试")
      .checkpoint();
    expect(plan.map(({ text, state, status }) => [text, state, status])).toEqual([
      ["A", "done", "superseded"],
      ["B", "done", "current"],
      ["Write the parser", "done", "current"],
      ["写测试", "pending", "current"],
    ]);
  });

  it("takes no list of other things for a plan", () => {
    expect(
      script()
        .tool("search", { filters: [{ name: "color", value: "red" }] }, "ok")
        .checkpoint().plan,
    ).toEqual([]);
  });
});

describe("the plan ledger, beside other lists", () => {
  it("leaves the plan alone when a call lists orders with their status", () => {
    const { plan } = script()
      .tool("update_plan", { plan: [{ title: "Ship it", status: "pending" }] }, "ok")
      .tool("update_orders", { orders: [{ name: "W55001", status: "pending" }] }, "ok")
      .checkpoint();
    expect(plan.map(({ text, status }) => [text, status])).toEqual([["Ship it", "current"]]);
  });
});

describe("the handle ledger", () => {
  it("keeps a process open until it is killed or has exited", () => {
    const session = script()
      .tool("exec_command", { cmd: "npm run dev" }, "Process running with session ID 1001")
      .tool("bash", { command: "node server.js &" }, "Command running in background with PID: 4242");
    const open = (): string[] =>
      session
        .checkpoint()
        .handles.filter(({ state }) => state === "open")
        .map(({ kind, handle, text }) => `${kind} ${handle} ${text}`);
    expect(open()).toEqual(["process 1001 npm run dev", "process 4242 node server.js &"]);
    session.tool("bash", { command: "kill -9 4242" }, "");
    session.tool("write_stdin", { session_id: 1001, chars: "q" }, "Process exited with code 0");
    expect(open()).toEqual([]);
  });

  it("knows a process that the shell started in the background, and where it listens", () => {
    const session = script()
      .tool("bash", { command: "node server.js & echo $!" }, "[1] 40211\nlistening on 0.0.0.0:8790")
      .tool("bash", { command: "kill 40211" }, "[1]+  Terminated  node server.js")
      .tool("bash", { command: "node server.js --all & echo $!" }, "40877\nlistening on 0.0.0.0:8791");
    const open = (): string[] =>
      session
        .checkpoint()
        .handles.filter(({ state }) => state === "open")
        .map(({ handle, text }) => `${handle} ${text}`);
    expect(open()).toEqual(["40877 node server.js --all & echo $!, listening on 0.0.0.0:8791"]);
    session.tool("bash", { command: "pkill -f server.js" }, "");
    expect(open()).toEqual([]);
  });

  it("keeps sub-agents and tabs until they are closed", () => {
    const session = script()
      .tool("spawn_agent", { task: "review the parser" }, '{"agent_id":"agent-7"}')
      .tool("browser_new_tab", { url: "https://example.org" }, "opened tab id: tab-3")
      .tool("close_agent", { id: "agent-7" }, "ok");
    expect(session.checkpoint().handles.map(({ kind, handle, state }) => [kind, handle, state])).toEqual([
      ["agent", "agent-7", "closed"],
      ["tab", "tab-3", "open"],
    ]);
  });

  it("waits for the approval that the assistant asked for until the user answers", () => {
    const session = script().user("Clean up.").assistant("I would drop three tables. Shall I proceed?");
    expect(session.checkpoint().handles).toMatchObject([{ kind: "approval", state: "open" }]);
    session.user("Yes.");
    expect(session.checkpoint().handles).toMatchObject([{ kind: "approval", state: "closed" }]);
  });
});

describe("the decision, risk and source ledgers", () => {
  it("keep decisions with their reasons, in both languages", () => {
    const { decisions } = script()
      .assistant("I decided to use SQLite because it needs no server. The file uses tabs instead of spaces.")
      .assistant("决定采用 Redis，因为需要过期时间。")
      .user("Let's go with option B.")
      .checkpoint();
    expect(decisions.map(({ text, reason, provenance }) => [text, reason, provenance.by])).toEqual([
      ["I decided to use SQLite because it needs no server.", "it needs no server.", "assistant"],
      ["决定采用 Redis，因为需要过期时间。", "需要过期时间。", "assistant"],
      ["Let's go with option B.", "", "user"],
    ]);
  });

  it("do not take for a decision what only announces the next step", () => {
    const { decisions } = script()
      .assistant("Let's do a final verification that both scenarios still work correctly:")
      .assistant("I'll use the profiler to see where the time goes:")
      .checkpoint();
    expect(decisions).toEqual([]);
  });

  it("ends a decision that is taken back, or for which another is made", () => {
    const session = script()
      .assistant("I decided to keep the session cache in Redis, because the workers share it.")
      .assistant("We decided on Postgres for the orders.");
    const current = (): string[] =>
      session
        .checkpoint()
        .decisions.filter(({ status }) => status === "current")
        .map(({ text }) => text);
    expect(current()).toHaveLength(2);
    session.assistant("Let's go with an in-process session cache instead of Redis; the decision is final.");
    expect(current()).toEqual([
      "We decided on Postgres for the orders.",
      "Let's go with an in-process session cache instead of Redis; the decision is final.",
    ]);
    session.assistant("The migration to Postgres takes too long, so I am taking that back.");
    expect(current()).toHaveLength(1);
  });

  it.each([
    ["Fine, RabbitMQ it is.", "No, drop RabbitMQ, take NATS."],
    ["Okay, we use RabbitMQ for the queue.", "Forget RabbitMQ."],
    ["We go with RabbitMQ then.", "NATS, not RabbitMQ."],
    ["Got it, we take RabbitMQ.", "NATS statt RabbitMQ."],
  ])("end an agreement with what the user takes back: %s", (agreement, taken) => {
    const session = script().assistant(agreement);
    const status = (): unknown =>
      session.checkpoint().decisions.find(({ text }) => text === agreement)?.status;
    session.user("Skip the queue for now, forget Kafka.");
    expect(status()).toBe("current");
    session.user(taken);
    expect(status()).toBe("superseded");
  });

  it("keep what blocks and what may go wrong", () => {
    const { risks } = script()
      .assistant("The release is blocked by the missing certificate. The retry path is not tested.")
      .checkpoint();
    expect(risks.map(({ kind }) => kind)).toEqual(["blocker", "risk"]);
  });

  it("know a decision, a risk and a blocker by the label before it", () => {
    const { decisions, risks } = script()
      .assistant(
        "Decision: bcrypt for the passwords. Risk: the migration is slow. Blocked: the token has expired.",
      )
      .checkpoint();
    expect(decisions.map(({ text }) => text)).toEqual(["Decision: bcrypt for the passwords."]);
    expect(risks.map(({ kind }) => kind)).toEqual(["risk", "blocker"]);
  });

  it("keep addresses that were fetched or given, not the links of a page", () => {
    const { sources } = script()
      .user("See https://example.org/spec.")
      .tool("fetch", { url: "https://example.com/a" }, "# The A page\nmore at https://example.net/other")
      .checkpoint();
    expect(sources.map(({ url, title, provenance }) => [url, title, provenance.by])).toEqual([
      ["https://example.org/spec", "", "user"],
      ["https://example.com/a", "The A page", "tool"],
    ]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { script, type SessionScript } from "./ledger-test-support.js";

const current = (session: SessionScript): string[] =>
  session
    .checkpoint()
    .facts.filter(({ status }) => status === "current")
    .map(
      ({ subject, value, before, state }) =>
        `${state} ${subject}: ${value}${before.length > 0 ? ` (before: ${before.join(" | ")})` : ""}`,
    );

describe("FactLedger", () => {
  it("keeps the newest fields of a record", () => {
    const session = script()
      .tool("get_order", { id: "#W7" }, '{"order_id":"#W7","status":"processed","total":88.2}')
      .tool("get_order", { id: "#W7" }, '{"order_id":"#W7","status":"shipped","total":88.2}')
      .tool("get_order", { id: "#W7" }, '{"order_id":"#W7","status":"delivered","total":88.2}');
    expect(current(session)).toEqual([
      "stands order #W7: status delivered; total 88.2 (before: status shipped | status processed)",
    ]);
  });

  it("lets a record take the place of those that it replaces", () => {
    const session = script()
      .tool("book", {}, '{"booking_id":"BK-1","depart":"09:40"}')
      .tool("change", { booking_id: "BK-1" }, '{"booking_id":"BK-2","replaces":"BK-1","depart":"13:15"}')
      .tool("change", { booking_id: "BK-2" }, '{"booking_id":"BK-3","depart":"18:05"}');
    expect(current(session)).toEqual(["stands booking BK-3: depart 18:05 (before: BK-2 | BK-1)"]);
  });

  it.each([
    [
      { seat: "RM-7001", guest: "Ines" },
      { seat: "RM-7002", replaces: "RM-7001", guest: "Ines" },
    ],
    [{ seat: "RM-7001" }, { guest_id: "G-1", seat: "RM-7002", previous_id: "RM-7001" }],
    [{ seat: "RM-7001" }, { seat: "RM-7002", supersedes: ["RM-7001"] }],
    [{ seat: "RM-7001" }, { seat: "RM-7002", replacesSeat: { id: "RM-7001" } }],
    [{ seat: "RM-999" }, { seat: "RM-1000", replaces: "RM-999" }],
  ])("knows a record by what is written like the id that it replaces: %j", (first, second) => {
    const session = script()
      .tool("reserve", {}, JSON.stringify({ ...first, state: "confirmed" }))
      .tool("move", {}, JSON.stringify({ ...second, state: "confirmed" }));
    const { facts, identifiers } = session.checkpoint();
    const standing = facts.filter(({ status }) => status === "current");
    expect(standing.map(({ subject, before }) => [subject, before])).toEqual([
      [`seat ${second.seat}`, [first.seat]],
    ]);
    const named = identifiers.filter(({ status }) => status === "current").map(({ value }) => value);
    expect(named).not.toContain(first.seat);
  });

  it("does not take an earlier value of a field for a record", () => {
    const release = '{"name":"api","version":"v1.2.4","previous_version":"v1.2.3","status":"live"}';
    expect(current(script().tool("show", {}, release))).toEqual([
      "stands api: status live; version v1.2.4 (before: v1.2.3)",
    ]);
  });

  it("knows the newer record from one that says what took its place", () => {
    const session = script()
      .tool("issue", {}, '{"ticket_id":"TK-1","seat":"4A"}')
      .tool("show", {}, '{"ticket_id":"TK-1","seat":"4A","superseded_by":"TK-2"}');
    expect(current(session)).toEqual(["stands ticket TK-2: stands (before: TK-1)"]);
    session.tool("show", {}, '{"ticket_id":"TK-2","seat":"5A"}');
    expect(current(session)).toEqual(["stands ticket TK-2: seat 5A (before: TK-1)"]);
  });

  it("reads the rows of a table, and names them by what was asked for or by their first column", () => {
    const listing = (state: string): string => `| job | state |\n|---|---|\n| deploy-edge | ${state} |\n`;
    const row = (status: string): string =>
      ` id      | status\n---------+--------\n sub_99  | ${status}\n(1 row)\n`;
    const session = script()
      .tool("ci_status", { pipeline: "deploy-edge" }, listing("queued"))
      .tool("ci_status", { pipeline: "deploy-edge" }, listing("succeeded"))
      .tool("bash", { command: "psql -f subs.sql" }, row("active"))
      .tool("bash", { command: "psql -f subs.sql" }, row("past_due"));
    expect(current(session).filter((fact) => !fact.includes("psql"))).toEqual([
      "stands job deploy-edge: state succeeded (before: state queued)",
      "stands sub_99: status past_due (before: status active)",
    ]);
  });

  it("reads fields in a container and fields that are something with a name", () => {
    const issue = (status: string, assignee: string): string =>
      JSON.stringify({
        key: "OPS-3",
        fields: { status: { name: status }, assignee: { displayName: assignee } },
      });
    const session = script()
      .tool("get_issue", { key: "OPS-3" }, issue("To Do", "Ada"))
      .tool("get_issue", { key: "OPS-3" }, issue("Under test", "Ben"));
    expect(current(session)).toEqual([
      "stands issue OPS-3: status Under test; assignee Ben (before: status To Do, assignee Ada)",
    ]);
  });

  it("names a record by the word that was asked for, and by what it says it is", () => {
    const flag = (rollout: string): string =>
      JSON.stringify({ flag: "new-checkout", enabled: true, rollout });
    const session = script()
      .tool("feature_flag_get", { flag: "new-checkout" }, flag("3%"))
      .tool("feature_flag_set", { flag: "new-checkout", rollout: "64%" }, flag("64%"))
      .tool("invoices.void", { id: "in_7" }, '{"object":"invoice","id":"in_7","state":"void"}');
    expect(current(session)).toEqual([
      "stands flag new-checkout: rollout 64%; enabled true (before: rollout 3%)",
      "stands invoice in_7: state void; object invoice",
    ]);
  });

  it("reads states by any spelling of their key, labels below labels, and sentences about what was asked for", () => {
    const order = (status: string): string =>
      JSON.stringify({ data: { order: { id: "gid-8", fulfillmentStatus: status } } });
    const session = script()
      .tool("graphql", { query: "order" }, order("PARTIAL"))
      .tool("graphql", { query: "order" }, order("SHIPPED"))
      .tool(
        "scale",
        { name: "billing-api" },
        "metadata:\n  name: billing-api\nspec:\n  replicas: 8\nstatus:\n  phase: Ready\n",
      )
      .tool("track", { parcel: "PX-7712" }, "Parcel PX-7712 is at the depot in Graz.")
      .tool("track", { parcel: "PX-7712" }, "Parcel PX-7712 was handed over in Wels.");
    expect(current(session)).toEqual([
      "stands order gid-8: fulfillmentStatus SHIPPED (before: fulfillmentStatus PARTIAL)",
      "stands scale billing-api: phase Ready; replicas 8",
      "stands PX-7712: Parcel PX-7712 was handed over in Wels. (before: Parcel PX-7712 is at the depot in Graz.)",
    ]);
  });

  it("says nothing of a file that a tool reports to have written", () => {
    const edit = { command: "create", path: "/w/poc_2.py", file_text: "x" };
    expect(current(script().tool("editor", edit, "File created successfully at: /w/poc_2.py"))).toEqual([]);
  });

  it("is not named by a word that was asked for if it has a number of its own", () => {
    const reserve = (fields: object): string => JSON.stringify({ ...fields, guest: "Ada" });
    const session = script()
      .tool("reserve", { guest: "Ada" }, reserve({ reservation: "RM-100" }))
      .tool("reserve", { guest: "Ada" }, reserve({ reservation: "RM-200", replaces: "RM-100" }));
    expect(current(session).join("\n")).not.toContain("reservation RM-100;");
    expect(current(session).some((fact) => fact.includes("guest Ada: reservation RM-100"))).toBe(false);
  });

  it("knows the new number of a booking from the old one that was asked for", () => {
    const session = script()
      .tool("reserve", { time: "19:00" }, "Reservation number: R5-1180\nTime: 19:00")
      .tool("modify_reservation", { reservation: "R5-1180" }, "New reservation number: R5-1224\nTime: 20:15");
    expect(current(session)).toEqual(["stands reservation R5-1224: Time 20:15 (before: R5-1180)"]);
  });

  it("closes a ticket by its status or by what the result says", () => {
    const open = script().tool(
      "create_ticket",
      { title: "Slow" },
      '{"ticket":"T-1","status":"open","title":"Slow"}',
    );
    expect(current(open)).toEqual(["open ticket T-1: status open; title Slow"]);
    expect(
      current(open.tool("update_ticket", { ticket: "T-1" }, '{"ticket":"T-1","result":"closed Slow"}')),
    ).toEqual(["closed ticket T-1: status closed; title Slow; result closed Slow (before: status open)"]);
  });

  it("reads records of labelled lines, and none out of files", () => {
    const text = "Ticket ID: OPS-7\nStatus: done\nOwner: Yuki";
    expect(current(script().tool("ticket_show", { key: "OPS-7" }, text))).toEqual([
      "stands ticket OPS-7: Status done; Owner Yuki",
    ]);
    expect(current(script().tool("read", { path: "a.json" }, '{"id":"x-1","status":"open"}'))).toEqual([]);
  });

  it.each([
    ["config.yaml", "timeout: 30s", "timeout: 45s", "timeout (config.yaml): 45s (before: 30s)"],
    [".env", "PORT=80", "PORT=81", "PORT (.env): 81 (before: 80)"],
    ["a.py", "ttl = 10", "ttl = 25  # seconds", "ttl (a.py): 25 (before: 10)"],
    ["a.json", '"strict": true,', '"strict": false,', "strict (a.json): false (before: true)"],
  ])("knows a setting of %s that an edit changed", (path, ...[old_string, new_string, fact]) => {
    expect(current(script().tool("edit", { path, old_string, new_string }, "ok"))).toEqual([
      `stands ${fact}`,
    ]);
    expect(current(script().tool("edit", { path, old_string, new_string }, "Error: no match"))).toEqual([]);
  });

  it("knows settings that the shell changes", () => {
    const command = "sed -i 's/timeout: 30s/timeout: 45s/' config.yaml && DEBUG=1 npm start";
    expect(current(script().tool("bash", { command }, ""))).toEqual([
      "stands timeout (config.yaml): 45s (before: 30s)",
      "stands DEBUG: 1",
    ]);
  });

  it("keeps the newest short answer of a command", () => {
    const session = script()
      .tool("bash", { command: "wc -l data.csv" }, "482 data.csv")
      .tool("bash", { command: "cd /repo && wc -l data.csv" }, "463 data.csv\n[exit code 0]")
      .tool("bash", { command: "gh pr create --title one" }, "https://example.org/pull/12")
      .tool("bash", { command: "gh pr create --title two" }, "https://example.org/pull/15");
    expect(current(session)).toEqual([
      "stands wc -l data.csv: 463 data.csv (before: 482 data.csv)",
      "stands gh pr create --title two: https://example.org/pull/15 (before: https://example.org/pull/12)",
    ]);
  });

  it("drops an answer that a later one of the program takes back", () => {
    const session = script()
      .tool("bash", { command: "ship release --version 2.4.1" }, "released 2.4.1 to eu-2")
      .tool("bash", { command: "ship rollback --to 2.4.0" }, "rolled back eu-2 to 2.4.0; 2.4.1 withdrawn");
    expect(current(session)).toEqual([
      "stands ship rollback --to 2.4.0: rolled back eu-2 to 2.4.0; 2.4.1 withdrawn",
    ]);
  });

  it("knows the branch and where a server listens", () => {
    const session = script()
      .tool("bash", { command: "git checkout -b feat/one" }, "Switched to a new branch 'feat/one'")
      .tool("bash", { command: "git switch feat/two" }, "Switched to branch 'feat/two'")
      .tool("bash", { command: "node server.js &" }, "[1] 401\nlistening on 0.0.0.0:8790")
      .tool("bash", { command: "node server.js --all &" }, "[1] 402\nlistening on 0.0.0.0:8791");
    expect(current(session)).toEqual([
      "stands git branch: feat/two (before: feat/one)",
      "stands node server.js: listening on 0.0.0.0:8791 (before: listening on 0.0.0.0:8790)",
    ]);
  });

  it("knows what the user and the assistant say of a subject, the newest last", () => {
    const session = script()
      .user("The mock server listens on port 3107, use that for the smoke test.")
      .user("Reports go to petra@corp.test. Is the proxy on port 9000?")
      .assistant("The mock server now runs on port 4106, 3107 is taken.")
      .user("Petra is on leave, reports go to omar@corp.test.");
    expect(current(session)).toEqual([
      "stands mock server: port 4106 (before: port 3107)",
      "stands reports: omar@corp.test (before: petra@corp.test)",
    ]);
  });

  it("keeps matters open until somebody settles them", () => {
    const session = script()
      .user("We still owe Ardent a benchmark, but not today.")
      .user("We still owe Bramble a benchmark, but not today.")
      .assistant("I left a TODO(cinder) in the loader: the retry there has to be bounded.");
    expect(current(session)).toHaveLength(3);
    expect(current(session).every((fact) => fact.startsWith("open "))).toBe(true);
    session
      .user("The benchmark for Bramble is in, you can strike that off.")
      .assistant("I resolved the ember note in the loader, the retry is bounded now.");
    expect(current(session).map((fact) => fact.slice(0, 6))).toEqual(["open s", "open s", "closed"]);
    session.assistant("I resolved the cinder note in the loader, the retry is bounded now.");
    expect(current(session).filter((fact) => fact.startsWith("open"))).toEqual([
      "open still to do: We still owe Ardent a benchmark, but not today.",
    ]);
  });
});

describe("what does not stand any more", () => {
  it("does not take what npm prints before a script for its answer", () => {
    const echo = "\n> @acme/core@0.23.2 build\n> tsc -p tsconfig.json\n";
    expect(current(script().tool("bash", { command: "npm run build" }, echo))).toEqual([]);
    expect(current(script().tool("bash", { command: "npm run size" }, `${echo}\n41 kB`))).toEqual([
      "stands npm run size: 41 kB",
    ]);
  });

  it("is nothing that a program has only begun", () => {
    const clone = { command: "git clone https://git.test/a/skills.git" };
    expect(current(script().tool("bash", clone, "Cloning into 'skills'...\n"))).toEqual([]);
  });

  it("is what a command said, once it says something else in more words", () => {
    const session = script().tool("bash", { command: "npm run check" }, "11");
    expect(current(session)).toEqual(["stands npm run check: 11"]);
    const lines = Array.from({ length: 40 }, (_, index) => `checked file ${index}`).join("\n");
    session.tool("bash", { command: "npm run check" }, lines);
    expect(current(session)).toEqual(["closed npm run check: 11"]);
  });

  it("is what was to be done to a file that was changed since, unless it was put off", () => {
    const edit = (session: SessionScript) =>
      session.tool("edit", { path: "src/picker.ts", old_string: "a", new_string: "b" }, "ok");
    const asked = script().user("We still need to port picker.ts to the new theme.");
    expect(current(asked)[0]).toMatch(/^open /);
    expect(current(edit(asked))[0]).toMatch(/^closed /);
    expect(current(edit(script().user("We still need to port picker.ts, but not today.")))[0]).toMatch(
      /^open /,
    );
  });

  it("is the day of a meeting that moved", () => {
    const session = script().user("The meeting is on Tuesdays.").user("The meeting moved to Thursday.");
    expect(session.checkpoint().facts).toMatchObject([
      { subject: "meeting", value: "Thursday", before: ["Tuesdays"] },
    ]);
  });
});

describe("a setting in a program", () => {
  it.each([
    ["  recording = false;", "  recording = true;", 0],
    ["    command: 'record',", "    command: 'init',", 0],
    ["const limit = 3;", "const limit = 4;", 1],
    ["  MAX_SIZE = 3", "  MAX_SIZE = 4", 1],
    ["  static limit = 3;", "  static limit = 4;", 1],
  ])("%j changed to %j is %i facts", (before, after, count) => {
    const session = script().tool("edit", { path: "a.js", old_string: before, new_string: after }, "ok");
    expect(current(session)).toHaveLength(count);
  });
});

describe("the newest value", () => {
  const chains: Record<string, (session: SessionScript, value: number, last: number) => void> = {
    record: (session, value) =>
      void session.tool("get_job", { id: "J-77" }, JSON.stringify({ job_id: "J-77", owner: `o${value}` })),
    setting: (session, value, last) =>
      void session.tool(
        "edit",
        { path: "a.yaml", old_string: `limit: ${last}`, new_string: `limit: ${value}` },
        "ok",
      ),
    said: (session, value) => void session.user(`The build cache listens on port ${value}.`),
    command: (session, value) =>
      void session.tool("bash", { command: "wc -l rows.csv" }, `${value} rows.csv`),
    branch: (session, value) =>
      void session.tool(
        "bash",
        { command: `git checkout -b b${value}` },
        `Switched to a new branch 'b${value}'`,
      ),
  };

  it.each(Object.entries(chains))("of a changing %s stands, older ones only behind it", (_, change) => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1_000, max: 9_999 }), { minLength: 2, maxLength: 8 }),
        (values) => {
          const session = script();
          let last = 999;
          for (const value of values) {
            if (value !== last) change(session, value, last);
            last = value;
            session.assistant("Noted.").tool("bash", { command: "ls" }, "a.yaml rows.csv");
          }
          const facts = session.checkpoint().facts.filter(({ status }) => status === "current");
          expect(facts).toHaveLength(1);
          const [fact] = facts;
          expect(fact?.value).toContain(String(last));
          for (const old of new Set(values)) if (old !== last) expect(fact?.value).not.toContain(String(old));
          expect(fact?.before.length).toBeLessThanOrEqual(12);
          expect(fact?.before.join(" ")).not.toContain(String(last));
        },
      ),
      { numRuns: 50 },
    );
  });
});

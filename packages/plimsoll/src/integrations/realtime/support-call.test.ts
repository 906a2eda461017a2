import { afterEach, describe, expect, it } from "vitest";
import { realtime, type RealtimeItem } from "../../formats/realtime.js";
import type { RealtimeServer } from "../../testing/realtime/realtime-server.js";
import {
  CORRECTED_RULE,
  CUSTOMER_NUMBER,
  FIRST_RULE,
  POLICY,
  SUPPORT_TURNS,
  supportOutput,
  supportRequest,
} from "../../testing/realtime/support-call.js";
import { compactRealtime, type RealtimeCompactor } from "./realtime-compactor.js";
import type { RealtimeCompactorOptions } from "./realtime-options.js";
import { RawClient, startServer } from "./realtime-test-support.js";

const WINDOW = 6000;

const textsOf = (items: readonly RealtimeItem[]): string =>
  items
    .map((item) => realtime.view(item))
    .flatMap(({ text, results }) => [text, ...results.map((result) => result.text)])
    .join("\n");

describe("a support call of sixty turns", () => {
  let server: RealtimeServer | undefined;
  let compactor: RealtimeCompactor | undefined;
  let client: RawClient | undefined;

  afterEach(async () => {
    await compactor?.close();
    await client?.close();
    await server?.close();
  });

  async function play(options: RealtimeCompactorOptions): Promise<string> {
    server = await startServer({ maxContextTokens: WINDOW });
    client = new RawClient(server.url);
    compactor = compactRealtime(client.socket, { maxContextTokens: WINDOW, clock: () => 0, ...options });
    const own = compactor;
    client.output = async ({ name, arguments: given, call_id: callId }) => {
      const { turn } = JSON.parse(given) as { turn: number };
      return own.boundOutput({ name, arguments: given, callId, output: supportOutput(turn) });
    };
    await client.opened();
    client.create({
      id: "policy",
      type: "message",
      role: "system",
      content: [{ type: "input_text", text: POLICY }],
    });
    await client.until(() => client!.events.some(({ type }) => type === "conversation.item.done"));
    await compactor.protect("policy", { key: "refunds" });
    let answer = "";
    for (let turn = 1; turn <= SUPPORT_TURNS; turn++) answer = await client.ask(supportRequest(turn));
    await compactor.settled();
    return answer;
  }

  it("ends with a fact of the second turn in sight, below the window all along", async () => {
    const events: string[] = [];
    const answer = await play({ onEvent: (event) => events.push(event.type) });
    console.log(
      events,
      server!.peakTokens,
      server!.items.map((i) => `${i.id}:${i.type}:${i.role ?? ""}`),
      compactor!.summaries.map((s) => [s.id, s.turns, s.tokensBefore, s.tokensAfter, s.removed]),
    );
    console.log(compactor!.summaries.at(-1)?.text);
    expect(answer).toBe(`Your customer number is ${CUSTOMER_NUMBER}.`);
    expect(server!.violations).toEqual([]);
  });
});

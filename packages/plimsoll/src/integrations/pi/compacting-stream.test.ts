import { describe, expect, it } from "vitest";
import type { PiMessage } from "../../formats/pi-agent/pi-agent.js";
import { compactingStream, type PiCompactionOptions } from "./compacting-stream.js";
import type { PiEvent } from "./message-stream.js";

interface Context {
  readonly systemPrompt?: string;
  readonly messages: readonly PiMessage[];
}

const WINDOW = 6_000;
const sizeOf = (messages: readonly PiMessage[]): number => Math.ceil(JSON.stringify(messages).length / 4);
const usageFor = (input: number) => ({ input, output: 100, cacheRead: 0, cacheWrite: 0 });

/** A provider that refuses what is over its window, inside the stream as pi does; it calls a tool once in every turn. */
function provider(window: number) {
  const sizes: number[] = [];
  const refused: number[] = [];
  async function* stream(_model: object, { messages }: Context): AsyncGenerator<PiEvent> {
    const size = sizeOf(messages);
    yield { type: "start" };
    if (size > window) {
      refused.push(size);
      const errorMessage = `400 prompt is too long: ${size} tokens > ${window} maximum`;
      yield { type: "error", error: { stopReason: "error", errorMessage } };
      return;
    }
    sizes.push(size);
    const isAnswered = messages.at(-1)?.role === "toolResult";
    const badge = /badge is (\w+-\d+)/.exec(JSON.stringify(messages))?.[1] ?? "unknown";
    const said = isAnswered
      ? { type: "text", text: `Done, ${badge}.` }
      : {
          type: "toolCall",
          id: `call_${sizes.length}`,
          name: "recall_search",
          arguments: { query: "badge" },
        };
    yield { type: "text_delta" };
    const rest = { usage: usageFor(size), stopReason: isAnswered ? "stop" : "toolUse", timestamp: 1 };
    yield { type: "done", message: { role: "assistant", content: [said], ...rest } };
  }
  return { stream, sizes, refused };
}

type Streamed = AsyncIterable<PiEvent> & { result(): Promise<object> };
type StreamFn = (model: object, context: Context, options?: object) => Streamed;

/** The loop of an agent: it stops reading at the last event, as pi's does. */
async function answerTo(streamFn: StreamFn, messages: PiMessage[], options: object = {}): Promise<PiMessage> {
  const stream = streamFn(
    { id: "m", contextWindow: WINDOW, maxTokens: 500 },
    { systemPrompt: "Ledgers.", messages },
    options,
  );
  for await (const event of stream) {
    if (event.type === "done" || event.type === "error") break;
  }
  return (await stream.result()) as PiMessage;
}

async function play(window: number, options: PiCompactionOptions) {
  const { stream, sizes, refused } = provider(window);
  const compaction = compactingStream(stream as unknown as StreamFn, { exporters: [], ...options });
  const messages: PiMessage[] = [];
  const found: string[] = [];
  for (let turn = 0; turn < 40; turn++) {
    const fact = turn === 1 ? " My badge is HX-2207." : "";
    const text = `Go through ledger ${turn}.${fact}`;
    messages.push({ role: "user", content: [{ type: "text", text }], timestamp: turn });
    const calling = await answerTo(compaction.streamFn, messages, { sessionId: "s1" });
    messages.push(calling);
    const [call] = calling.content as { id: string; name: string; arguments: object }[];
    const tool = compaction.tools.find(({ name }) => name === call?.name);
    const { content } = await tool!.execute(call!.id, call!.arguments);
    found.push(content[0]?.text ?? "");
    const padded = [{ type: "text", text: "one more line of the ledger, booked and paid. ".repeat(20) }];
    messages.push({
      role: "toolResult",
      toolCallId: call!.id,
      toolName: call!.name,
      content: padded,
    } as PiMessage);
    messages.push(await answerTo(compaction.streamFn, messages, { sessionId: "s1" }));
  }
  await compaction.close();
  return { sizes, refused, messages, found };
}

describe("compactingStream", () => {
  it("keeps every request below the window, and the agent's messages complete", async () => {
    const { sizes, refused, messages, found } = await play(WINDOW, { maxContextTokens: WINDOW });
    expect(refused).toEqual([]);
    expect(sizes).toHaveLength(80);
    expect(messages).toHaveLength(160);
    expect(JSON.stringify(messages.at(-1))).toContain("Done, HX-2207.");
    expect(found.at(-1)).toContain("HX-2207");
  });

  it("takes the window from the model where nobody names one", async () => {
    expect((await play(WINDOW, {})).refused).toEqual([]);
  });

  it("sends less when the provider refuses inside the stream, and the agent sees nothing of it", async () => {
    const { refused, messages } = await play(WINDOW, { maxContextTokens: 4 * WINDOW });
    expect(refused.length).toBeGreaterThan(0);
    expect(JSON.stringify(messages)).not.toContain("prompt is too long");
    expect(JSON.stringify(messages.at(-1))).toContain("Done, HX-2207.");
  });

  it("keeps the instructions and tools that newer agents have among their messages", async () => {
    const system = (content: string, tool: string, timestamp: number) =>
      ({ role: "system", content, toolsAdded: [{ name: tool, parameters: {} }], timestamp }) as PiMessage;
    const first = system("You keep the ledgers.", "read_ledger", 0);
    const later = system("The harbour is closed.", "close_ledger", 9);
    const said = Array.from({ length: 60 }, (_, timestamp) => {
      const content = `Ledger ${timestamp}: ${"one more line, booked and paid. ".repeat(20)}`;
      return { role: "user", content, timestamp };
    });
    const { stream } = provider(WINDOW);
    let sent: readonly PiMessage[] = [];
    const watched: typeof stream = (model, context) => {
      sent = context.messages;
      return stream(model, context);
    };
    const { streamFn } = compactingStream(watched as unknown as StreamFn, { exporters: [] });
    await answerTo(streamFn, [first, ...said.slice(0, 9), later, ...said.slice(9)]);
    expect(sent.length).toBeLessThan(30);
    expect(sent.filter(({ role }) => role === "system")).toEqual([first, later]);
  });

  it("passes any other failure on as the event that it is", async () => {
    async function* failing(): AsyncGenerator<PiEvent> {
      yield { type: "start" };
      yield { type: "error", error: { stopReason: "error", errorMessage: "401 no such key" } };
    }
    const { streamFn } = compactingStream(failing as unknown as StreamFn, { exporters: [] });
    const message = await answerTo(streamFn, [{ role: "user", content: "hello", timestamp: 1 }]);
    expect(message).toMatchObject({ stopReason: "error", errorMessage: "401 no such key" });
  });
});

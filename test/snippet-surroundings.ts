/** What a reader has around a snippet: declarations of the names that it uses, and the types of its own parameters. */
export interface Surroundings {
  /** Goes before the snippet. */
  readonly before?: string;
  /** Goes around a snippet that is a part of an expression. */
  readonly around?: readonly [string, string];
  /** What a reader in TypeScript writes in place of a JavaScript text. */
  readonly annotations?: Readonly<Record<string, string>>;
}

const MANAGER = 'import type { CompactManager } from "plimsoll";\ndeclare const manager: CompactManager;';

/** By page, one entry for each snippet that needs any. */
export const SURROUNDINGS: Readonly<Record<string, Readonly<Record<number, Surroundings>>>> = {
  "README.md": {
    1: {
      before: "declare const model: { create(items: object[]): Promise<object> };",
      annotations: { "turn(history, message)": "turn(history: object[], message: object)" },
    },
    2: {
      before:
        "declare const apiKey: string, instructions: string, usage: unknown, rule: object, history: object[], tools: object[];\n" +
        "declare function log(event: object): void;",
    },
  },
  "packages/plimsoll/README.md": { 1: { before: "declare const history: object[];" } },
  "docs/chat-front-ends.md": { 2: { before: "declare const items: object[];" } },
  "docs/errors.md": { 1: { before: `${MANAGER}\ndeclare const sessionId: string, items: object[];` } },
  "docs/events.md": { 1: { before: "declare const metrics: { record(event: object): void };" } },
  "docs/integrations/ai-sdk.md": {
    1: {
      before:
        'import type { LanguageModel, ToolSet } from "ai";\n' +
        "declare function provider(name: string): Extract<LanguageModel, { specificationVersion: 'v4' }>;\n" +
        "declare const myTools: ToolSet;",
    },
  },
  "docs/integrations/claude-code.md": {
    1: {
      before:
        "declare function query(request: { prompt: string; options: { hooks: object } }): AsyncIterable<object>;\n" +
        "declare const prompt: string;\ndeclare function show(message: object): void;",
    },
  },
  "docs/integrations/opencode.md": {
    1: {
      before:
        "interface Tool { (input: object): object; schema: { string(): object; number(): object } }\ndeclare const tool: Tool;",
    },
  },
  "docs/integrations/pi.md": {
    1: {
      before:
        "type StreamFn = (model: object, context: object, options?: object) => AsyncIterable<object>;\n" +
        "declare const streamSimple: StreamFn, myTools: object[], model: object, getApiKey: () => string;\n" +
        "declare class Agent { constructor(options: { initialState: object; streamFn: StreamFn; getApiKey: () => string }); }",
    },
  },
  "docs/integrations/langchain.md": {
    1: {
      before:
        'import type { BaseChatModel } from "@langchain/core/language_models/chat_models";\n' +
        'import type { StructuredTool } from "@langchain/core/tools";\n' +
        'import type { MemorySaver } from "@langchain/langgraph";\n' +
        "declare const model: BaseChatModel, tools: StructuredTool[], checkpointer: MemorySaver;",
    },
  },
  "docs/integrations/mastra.md": {
    1: { before: "declare const settings: ConstructorParameters<typeof Agent>[0];" },
  },
  "docs/integrations/openai-agents.md": {
    1: {
      before:
        'import type { ModelProvider } from "@openai/agents";\ndeclare const myProvider: ModelProvider;',
    },
    2: {
      before:
        'import { type AgentInputItem, MemorySession, type Model, OpenAIProvider } from "@openai/agents";\n' +
        'import { agentsCompaction } from "plimsoll/openai-agents";\n' +
        "declare const model: Model;\ndeclare function isPolicy(item: AgentInputItem): boolean;",
    },
    3: {
      before:
        'import { type Agent, MemorySession, run } from "@openai/agents";\n' +
        'import { fileStorage } from "plimsoll/node";\n' +
        'import { chatCommand, CompactingSession } from "plimsoll/openai-agents";\n' +
        "declare const agent: Agent, line: string, path: string;",
    },
  },
  "docs/integrations/openai-client.md": {
    1: {
      before: 'import type { ClientOptions } from "openai";\ndeclare const settings: ClientOptions;',
      annotations: { "ask(input)": "ask(input: OpenAI.Responses.ResponseInputItem[])" },
    },
  },
  "docs/integrations/plain-loop.md": {
    1: {
      before:
        'import type { CompactedCall, ModelRequest } from "plimsoll/plain-loop";\n' +
        "declare function callModel(call: CompactedCall<object>): Promise<{ usage: unknown }>;",
      annotations: {
        "ask(request)": "ask(request: ModelRequest<object>)",
        "catch((error) =>": "catch((error: unknown) =>",
      },
    },
  },
  "docs/integrations/realtime.md": {
    1: {
      before:
        'import type { RealtimeSession } from "@openai/agents-realtime";\n' +
        "declare const session: RealtimeSession, WINDOW: number, events: object[], apiKey: string, url: string;",
    },
    2: {
      before:
        'import { tool } from "@openai/agents";\nimport type { RealtimeCompactor } from "plimsoll/realtime";\n' +
        'import { recallFrom, recallTools } from "plimsoll/recall";\ndeclare const compactor: RealtimeCompactor;',
    },
    3: {
      before:
        'import WebSocket from "ws";\nimport { compactRealtime } from "plimsoll/realtime";\ndeclare const url: string;',
    },
    4: {
      before:
        'import type { RealtimeCompactor } from "plimsoll/realtime";\ndeclare const compactor: RealtimeCompactor;',
    },
    5: {
      before:
        'import type { RealtimeCompactor } from "plimsoll/realtime";\n' +
        "declare const compactor: RealtimeCompactor;\ndeclare function search(input: object): Promise<string>;",
      around: ["export const settings = {", "};"],
      annotations: { "async (input) =>": "async (input: object) =>" },
    },
  },
  "docs/provider-window.md": {
    1: {
      before:
        "declare const tools: object[];\n" +
        "declare function callTool(name: string, input: string): Promise<string>;",
    },
    2: {
      before:
        'import OpenAI from "openai";\nimport { CompactManager } from "plimsoll";\n' +
        'import { openAITransport, remoteCompactor } from "plimsoll/provider-window";\n' +
        "declare const client: OpenAI, history: object[], usage: unknown;",
    },
  },
  "docs/testing.md": {
    1: { before: "declare function feed(items: object[]): Promise<boolean>;" },
    2: {
      before:
        'import type { StorageAdapter } from "plimsoll";\ndeclare function openEmptyStore(): StorageAdapter;',
    },
  },
};

import OpenAI from "openai";
import { type ScriptedOpenAI, startScriptedOpenAI } from "./scripted-openai.js";
import type { ScriptedOpenAIOptions } from "./scripted-openai-options.js";

/** The official client of a server, as an account. It does not retry: every request is a test's own. */
export function clientOf(server: ScriptedOpenAI, apiKey = "key-1"): OpenAI {
  return new OpenAI({ apiKey, baseURL: server.url, maxRetries: 0 });
}

/** Runs a test against a server that is stopped afterwards. */
export async function withServer(
  options: ScriptedOpenAIOptions,
  run: (server: ScriptedOpenAI, client: OpenAI) => Promise<void>,
): Promise<void> {
  const server = await startScriptedOpenAI(options);
  try {
    await run(server, clientOf(server));
  } finally {
    await server.close();
  }
}

/** The error that a promise is rejected with; fails where there is none. */
export async function refusal(promise: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof OpenAI.APIError) return error;
    throw error;
  }
  throw new Error("The request was not refused.");
}

/** All events of a stream. */
export async function eventsOf<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const events: T[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

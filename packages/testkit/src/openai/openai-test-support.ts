import OpenAI from "openai";
import { parseJson } from "../json-text.js";
import { type ScriptedOpenAI, startScriptedOpenAI } from "./scripted-openai.js";
import type { ScriptedOpenAIOptions } from "./scripted-openai-options.js";
import { bodyProblems, eventProblems } from "./wire-schema-test-support.js";

export const MODEL = "gpt-5.2";

/** What was received of a body; the whole of it unless the connection broke. */
async function receivedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of response.body ?? [])
      text += decoder.decode(chunk as Uint8Array, { stream: true });
  } catch {
    // A cut answer is checked as far as it came.
  }
  return text;
}

async function wireProblems(response: Response): Promise<string[]> {
  const isStream = (response.headers.get("content-type") ?? "").startsWith("text/event-stream");
  const text = await receivedText(response);
  if (!isStream) {
    const body = parseJson(text);
    return body === undefined ? [] : bodyProblems(body);
  }
  const frames = text.split("\n\n").slice(0, -1);
  return frames.flatMap((frame, index) => {
    const [eventLine = "", dataLine = ""] = frame.split("\n");
    const event = parseJson(dataLine.replace("data: ", "")) as { type: string; sequence_number: number };
    const isNamed = eventLine === `event: ${event.type}` && event.sequence_number === index;
    return isNamed ? eventProblems(event) : [`frame ${index} is named ${eventLine}`];
  });
}

/** Checks of everything that a server sent to its clients, by server. */
const checks = new WeakMap<ScriptedOpenAI, Promise<string[]>[]>();

/**
 * The official client of a server, as an account. It does not retry: every request is a test's own. All that it
 * receives is held against the published schemas.
 */
export function clientOf(server: ScriptedOpenAI, apiKey = "key-1"): OpenAI {
  const received = checks.get(server) ?? [];
  checks.set(server, received);
  return new OpenAI({
    apiKey,
    baseURL: server.url,
    maxRetries: 0,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      received.push(wireProblems(response.clone()));
      return response;
    },
  });
}

/** Runs a test against a server that is stopped afterwards; fails if the server sent what no schema allows. */
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
  const problems = (await Promise.all(checks.get(server) ?? [])).flat();
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/** The error that a promise is rejected with; fails if there is none. */
export async function refusal(promise: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof OpenAI.APIError) return error;
    throw error;
  }
  throw new Error("The request was not refused.");
}

/** Items of any origin as input: tests also send what the client's types forbid. */
export function asInput(items: readonly unknown[]): OpenAI.Responses.ResponseInput {
  return items as OpenAI.Responses.ResponseInput;
}

/** All events of a stream. */
export async function eventsOf<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const events: T[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

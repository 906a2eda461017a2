import { CompactError } from "../errors/compact-error.js";
import { agents } from "./agents/agents.js";
import { aiSdk } from "./ai-sdk/ai-sdk.js";
import { anthropic } from "./anthropic/anthropic.js";
import { chat } from "./chat/chat.js";
import { claudeCodeSession } from "./claude-code/read-claude-code-session.js";
import { codexRollout } from "./codex-rollout/read-codex-rollout.js";
import type { Format } from "./format.js";
import { gemini } from "./gemini/gemini.js";
import type { KnownFormat } from "./known-format.js";
import { langchain } from "./langchain/langchain.js";
import { piAgent } from "./pi-agent/pi-agent.js";
import { plain } from "./plain/plain.js";
import { realtime } from "./realtime/realtime.js";
import { responses } from "./responses/responses.js";
import type { SessionFileFormat } from "./session-file-format.js";

/** Every format of conversations in memory. Detection tries them in this order. */
const BY_NAME = {
  agents: agents as KnownFormat,
  responses: responses as KnownFormat,
  "ai-sdk": aiSdk as KnownFormat,
  langchain: langchain as KnownFormat,
  gemini: gemini as KnownFormat,
  chat: chat as KnownFormat,
  plain: plain as KnownFormat,
  anthropic: anthropic as KnownFormat,
};

/** The session files of real tools. */
export const SESSION_FILES: readonly SessionFileFormat[] = [
  codexRollout as SessionFileFormat,
  claudeCodeSession as SessionFileFormat,
];

/** Formats that detection never chooses; their users name them. */
const UNDETECTED: readonly KnownFormat[] = [
  realtime as KnownFormat,
  piAgent as KnownFormat,
  ...SESSION_FILES.map(({ format }) => format),
];

export type FormatName = keyof typeof BY_NAME;

/** The formats of conversations in memory, by name. */
export const FORMATS: Readonly<Record<FormatName, Format>> = Object.freeze(BY_NAME);

/** All of them, in the order of detection. */
export const REGISTRY: readonly KnownFormat[] = Object.values(BY_NAME);

/** The format of an empty list. */
export const DEFAULT_FORMAT: KnownFormat = responses as KnownFormat;

/** The names of all formats that a conversation can be read in: those in memory and the session files. */
export const FORMAT_NAMES: readonly string[] = [
  ...Object.keys(BY_NAME),
  ...SESSION_FILES.map(({ name }) => name),
];

/** The format with this stored name; `undefined` for a caller's own format. */
export function findFormat(name: string): KnownFormat | undefined {
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name as FormatName];
  return UNDETECTED.find((format) => format.name === name);
}

/** A format of `FORMATS`. Throws `UNKNOWN_FORMAT` for any other name; `known` are those that the error offers. */
export function formatByName(name: string, known: readonly string[] = Object.keys(BY_NAME)): Format {
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name as FormatName];
  throw new CompactError("UNKNOWN_FORMAT", `There is no format "${name}"; use one of: ${known.join(", ")}.`, {
    details: { name, known },
  });
}

import { anthropicProtocol } from "./anthropic/anthropic-protocol.js";
import { chat } from "./chat/chat.js";
import { geminiProtocol } from "./gemini/gemini-protocol.js";
import type { Protocol } from "./protocol.js";
import type { ProtocolName } from "./protocol-name.js";
import { responses } from "./responses/responses.js";

/** Every protocol that an upstream may speak. */
export const PROTOCOLS: Readonly<Record<ProtocolName, Protocol>> = {
  responses,
  chat,
  gemini: geminiProtocol,
  anthropic: anthropicProtocol,
};

import type { Protocol } from "../protocol.js";
import { isFailure } from "../failure/is-failure.js";
import { vendorFailure } from "../failure/vendor-failure.js";
import { chatQuirksOf } from "./chat-quirks-of.js";
import { type ChatState, startChat } from "./chat-state.js";
import { chatEnd, chatStep } from "./chat-step.js";
import { chatResume } from "./pause-for-search.js";
import { collectedCompletion } from "./collected-completion.js";
import { toChatRequest } from "./to-chat-request.js";
import { wholeCompletion } from "./whole-completion.js";

/** Chat Completions, as OpenAI invented it and as everybody else speaks it. */
export const chat: Protocol<ChatState> = {
  name: "chat",
  toRequest: toChatRequest,
  start: (request, vendor) => startChat(chatQuirksOf(vendor, request.model)),
  step: chatStep,
  wholeEvents: wholeCompletion,
  collected: collectedCompletion,
  isFailure,
  resume: chatResume,
  end: chatEnd,
  readFailure: vendorFailure,
};

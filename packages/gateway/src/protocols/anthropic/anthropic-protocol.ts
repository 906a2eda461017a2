import type { Protocol } from "../protocol.js";
import { isFailure } from "../failure/is-failure.js";
import { amendPassed } from "./amend-passed.js";
import { anthropicFailure } from "./anthropic-failure.js";
import { anthropicQuirks, anthropicRequest } from "./anthropic-request.js";
import { type AnthropicState, startAnthropic } from "./anthropic-state.js";
import { anthropicEnd, anthropicResume, anthropicStep } from "./anthropic-step.js";
import { collectedMessage } from "./collected-message.js";
import { wholeMessage } from "./whole-message.js";

/** Anthropic's Messages API. */
export const anthropicProtocol: Protocol<AnthropicState> = {
  name: "anthropic",
  toRequest: anthropicRequest,
  start: startAnthropic,
  step: anthropicStep,
  wholeEvents: wholeMessage,
  collected: collectedMessage,
  isFailure,
  resume: anthropicResume,
  amend: amendPassed,
  managesContext: (model, vendor) => anthropicQuirks(model, vendor).contextManagement,
  end: anthropicEnd,
  readFailure: anthropicFailure,
};

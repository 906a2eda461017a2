import type { ChatQuirks } from "../protocols/chat/chat-quirks.js";
import { readsTextOnly } from "./reads-text-only.js";

const GPT_OSS = /gpt-oss/iu;
const THINKS = /thinking|qwq|-r1|qwen3|gpt-oss|glm-(?:4\.[5-9]|5)|kimi-k2|minimax-m|magistral/iu;
const EFFORTS = {
  none: "low",
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "high",
  max: "high",
};

/** What open models want from the server that runs them: their templates differ, and refuse much. */
export function localModels(model: string): Partial<ChatQuirks> {
  const isGptOss = GPT_OSS.test(model);
  const switches = (on: boolean): Readonly<Record<string, unknown>> => ({
    chat_template_kwargs: { enable_thinking: on, thinking: on },
  });
  return {
    systemPlace: "first",
    alternate: true,
    images: !readsTextOnly(model),
    thinkTags: true,
    replay: "always",
    thinking: isGptOss
      ? { byDefault: true, effortField: "reasoning_effort", efforts: EFFORTS }
      : { byDefault: THINKS.test(model), on: switches(true), off: switches(false) },
  };
}

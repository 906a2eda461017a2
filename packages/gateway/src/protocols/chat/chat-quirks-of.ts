import type { Vendor } from "../../vendors/vendor.js";
import type { ChatQuirks } from "./chat-quirks.js";

/** What any server that speaks Chat Completions can be expected to take, and no more. */
const CHAT_DEFAULTS: ChatQuirks = {
  systemRole: "system",
  systemPlace: "anywhere",
  alternate: false,
  images: true,
  imageAddresses: true,
  imageDetail: false,
  imageNeedsText: false,
  files: false,
  audio: false,
  maxTokensField: "max_tokens",
  alwaysMaxTokens: false,
  sampling: true,
  streamUsage: true,
  parallelCalls: true,
  strictSchemas: false,
  typedSchemas: false,
  forcedChoice: "always",
  namedChoice: true,
  structuredOutput: "json_schema",
  verbosity: false,
  thinking: { byDefault: false },
  replay: "never",
  reasoningField: "reasoning_content",
  strictReplay: false,
  lateDetails: false,
  thinkTags: false,
  cumulativeDeltas: false,
  webSearch: "none",
  cacheKey: "none",
  extraBody: {},
};

/** The quirks of a vendor's model, with what it does not mention. */
export function chatQuirksOf(vendor: Vendor, model: string): ChatQuirks {
  return { ...CHAT_DEFAULTS, ...vendor.quirks(model).chat };
}

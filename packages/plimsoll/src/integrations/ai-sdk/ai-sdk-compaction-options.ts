import type { AiSdkMessage } from "../../formats/ai-sdk/ai-sdk.js";
import type { CompactionOptions } from "../core/compaction-options.js";

export interface AiSdkCompactionOptions extends CompactionOptions<AiSdkMessage> {
  /** The session that all requests belong to. @default `providerOptions.plimsoll.sessionId` of the call, else found by content */
  readonly sessionId?: string;
}

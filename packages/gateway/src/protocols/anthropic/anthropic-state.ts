import type { JsonRecord } from "../../json/json-record.js";
import type { TranslatedRequest } from "../../translation/translated-request.js";
import type { Vendor } from "../../vendors/vendor.js";
import { anthropicQuirks } from "./anthropic-request.js";
import type { OpenBlock } from "./open-block.js";
import { FORMAT_TOOL, needsFormatTool, offersSearch } from "./write-tools.js";

/** What is known of an answer between two events. Blocks come one after the other. */
export interface AnthropicState {
  readonly open?: OpenBlock;
  /** The last call, if its arguments are no JSON: it is cut off, unless the answer goes on or ends otherwise. */
  readonly doubtfulCall?: string;
  readonly usage: JsonRecord;
  /** Tokens of the answer's parts before the last pause. */
  readonly outputBefore: number;
  readonly stopReason?: string;
  /** The last event was given. */
  readonly isOver: boolean;
  readonly formatTool?: string;
  /** The blocks so far, if the upstream may pause. */
  readonly blocks?: readonly JsonRecord[];
}

export function startAnthropic(request: TranslatedRequest, vendor: Vendor): AnthropicState {
  const quirks = anthropicQuirks(request.model, vendor);
  return {
    usage: {},
    outputBefore: 0,
    isOver: false,
    ...(needsFormatTool(request, quirks) ? { formatTool: FORMAT_TOOL } : {}),
    ...(offersSearch(request, quirks) ? { blocks: [] } : {}),
  };
}

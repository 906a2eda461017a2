import { filterBody } from "../../protocols/responses/filter-body.js";
import { responsesQuirksOf } from "../../protocols/responses/responses-quirks-of.js";
import type { Conversation, ConversationRequest } from "./open-conversation.js";

/**
 * True if the upstream speaks Responses, knows every kind of call and tool in the request, and compacts by itself if it is to
 * compact.
 */
export function isPassedOn({ create, route }: ConversationRequest, { items }: Conversation): boolean {
  const { protocol, vendor } = route.upstream;
  if (protocol !== "responses") return false;
  const quirks = responsesQuirksOf(vendor, route.upstreamModel);
  const mustCompact = create.trigger || create.compactThreshold !== undefined;
  if (mustCompact && quirks.items !== "all") return false;
  return !filterBody({ ...create.body, input: items }, quirks).needsTranslation;
}

import type { Vendor } from "../../vendors/vendor.js";
import type { ResponsesQuirks } from "./responses-quirks.js";

/** The API as its inventor serves it. */
const RESPONSES_DEFAULTS: ResponsesQuirks = {
  items: "all",
  tools: "all",
  stateful: true,
  encryptedReasoning: true,
  ownMetadata: true,
};

/** The quirks of a vendor's model, with what it does not mention. */
export function responsesQuirksOf(vendor: Vendor, model: string): ResponsesQuirks {
  return { ...RESPONSES_DEFAULTS, ...vendor.quirks(model).responses };
}

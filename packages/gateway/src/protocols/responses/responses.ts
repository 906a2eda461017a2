import { isFailure } from "../failure/is-failure.js";
import { vendorFailure } from "../failure/vendor-failure.js";
import type { Protocol } from "../protocol.js";
import { RESPONSES_START, responsesEnd, type ResponsesState, responsesStep } from "./responses-step.js";
import { collectedResponse, wholeResponse } from "./whole-response.js";
import { toResponsesRequest } from "./to-responses-request.js";

/**
 * The Responses API. A client's own body is rather passed on, as far as the upstream knows what is in it (`filterBody`); a
 * request that uses more is written anew.
 */
export const responses: Protocol<ResponsesState> = {
  name: "responses",
  toRequest: toResponsesRequest,
  start: () => RESPONSES_START,
  step: responsesStep,
  wholeEvents: wholeResponse,
  collected: collectedResponse,
  isFailure: (data) => (data["status"] === "failed" || isFailure(data)) && !data["output"],
  end: responsesEnd,
  readFailure: vendorFailure,
};

import type { UpstreamFailure } from "../answers/upstream-failure.js";

/** The upstream refused the request, and no other could be asked. */
export class UpstreamRefused extends Error {
  readonly failure: UpstreamFailure;

  constructor(failure: UpstreamFailure) {
    super(failure.message);
    this.name = "UpstreamRefused";
    this.failure = failure;
  }
}

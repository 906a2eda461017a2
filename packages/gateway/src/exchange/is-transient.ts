import type { UpstreamFailure } from "../answers/upstream-failure.js";

/** True if another upstream, or the same one later, may answer what this one did not. */
export const isTransient = ({ code }: UpstreamFailure): boolean =>
  code === "server_error" || code === "server_is_overloaded" || code === "rate_limit_exceeded";

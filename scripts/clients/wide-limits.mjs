// Limits of a gateway that only our own runs reach: so wide that none of them is met.
export const WIDE_LIMITS = {
  bodyBytes: 64e6,
  compressedBodyBytes: 64e6,
  bufferedBytes: 1e9,
  jsonDepth: 200,
  jsonItems: 5e6,
  requestsPerMinute: 0,
  streamsPerKey: 1000,
  connections: 1000,
  headerMs: 60_000,
  bodyMs: 60_000,
  keepAliveMs: 60_000,
  stallMs: 60_000,
  totalMs: 0,
  drainMs: 1000,
};

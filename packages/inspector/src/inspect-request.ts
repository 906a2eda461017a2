/** A request to the API of the inspector, from whatever server took it. */
export interface InspectRequest {
  readonly method: string;
  /** Below `/v1/inspect/`, still encoded: `sessions/a%2Fb/window`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Parsed JSON; undefined for GET. */
  readonly body: unknown;
  readonly signal: AbortSignal;
}

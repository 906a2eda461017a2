/**
 * The archive currently fails: the entries it could not write exist only in memory and would be lost with the
 * process.
 */
export interface Degraded {
  /** The name of the store that fails. */
  readonly store: string;
  /** ISO 8601: when it began. */
  readonly since: string;
  readonly reason: string;
  /** Entries of all sessions that are in memory only. */
  readonly keptInMemory: number;
  /** Payloads of large tool outputs that are in memory only. */
  readonly artifactsInMemory: number;
}

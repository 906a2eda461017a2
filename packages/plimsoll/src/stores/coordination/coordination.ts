/** A piece of work of a session that processes share. */
export interface JobName {
  /** The tenant; the session's own name where there is none. */
  readonly tenant?: string;
  readonly sessionId: string;
  /** What is to be done, told apart from everything else that is done for the session. */
  readonly task: string;
}

/** Where a job stands: somebody works on it, or it has its result. */
export type JobState = { readonly state: "open" } | { readonly state: "done"; readonly result: string };

/** How a job is done, and by when nobody wants it any more. */
export interface JobWork {
  /** Does it. The signal says that the result is not wanted any more, or that another process does it now. */
  work(signal: AbortSignal): Promise<string>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Work that is done once, whichever process needs it. Whoever does it holds a lease that it renews; when it dies, the next one
 * that needs the result takes over, and a result that comes after that is refused. Results are texts that only their writer
 * understands; they are deleted with their session, and after an hour.
 */
export interface SharedJobs {
  /**
   * The result of a job: of the process that finished it, or of the work that this call does. It fails only as the work does:
   * where nothing can be shared, the work is done here.
   */
  once(name: JobName, job: JobWork): Promise<string>;
  /** Where a job stands; undefined if nobody began it. Also where nothing can be shared. */
  look(name: JobName): Promise<JobState | undefined>;
  /** Deletes all jobs of a session, also those that somebody works on: their results are refused. Never fails. */
  forget(session: Omit<JobName, "task">): Promise<void>;
}

/** What one tenant may do at all processes together. */
export interface SharedLimit {
  /** 0 is no limit. */
  readonly requestsPerMinute: number;
  readonly streamsPerKey: number;
}

/** Why a request may not pass, with the milliseconds to wait. */
export interface LimitRefusal {
  readonly limit: "requests" | "streams";
  readonly waitMs: number;
}

/** Counts requests of all processes together. What a process counted is given back when it dies. */
export interface SharedLimits {
  /** Counts a request until the returned function is called. Undefined: nothing can be shared now, count alone. */
  enter(tenant: string, limit: SharedLimit): Promise<LimitRefusal | (() => void) | undefined>;
}

/** What processes on one store share besides what they store. */
export interface Coordination {
  readonly jobs: SharedJobs;
  readonly limits: SharedLimits;
  /** Why processes cannot write to what they share, although it answers; undefined if they can, or if it does not answer. Never fails. */
  trouble(): Promise<string | undefined>;
  /** Gives everything back. Safe to call twice. */
  close(): Promise<void>;
}

export type CoordinationPart = "jobs" | "limits";

export interface CoordinationOptions {
  /** How long a process may be silent before others take over its work. @default 5000 */
  readonly leaseMs?: number;
  /** Told when a part stands alone because the store does not answer: at most once a minute for each. */
  onTrouble?(part: CoordinationPart, reason: string): void;
}

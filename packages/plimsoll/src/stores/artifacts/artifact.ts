/** Whose artifacts: one session of one tenant. Nothing of a scope can be seen from another. */
export interface ArtifactScope {
  readonly tenant: string;
  readonly sessionId: string;
}

/** A raw payload on its way into the store. Already redacted. */
export interface ArtifactInput {
  readonly text: string;
  /** The kind of payload: "search", "log", "json"… */
  readonly kind: string;
  /** A readable origin: the tool and its arguments, shortened. */
  readonly label: string;
  /** ISO 8601, from the injected clock. */
  readonly ts: string;
}

export interface ArtifactInfo {
  /** Derived from the text: the same text has the same id. */
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly characters: number;
  readonly lines: number;
  /** When the scope stored it first. */
  readonly firstTs: string;
  /** When the scope stored it last; retention counts from here. */
  readonly lastTs: string;
}

export interface Artifact extends ArtifactInfo {
  readonly text: string;
}

/** A session that has artifacts. */
export interface ArtifactSession {
  readonly sessionId: string;
  readonly artifacts: number;
  readonly characters: number;
  readonly lastTs: string;
}

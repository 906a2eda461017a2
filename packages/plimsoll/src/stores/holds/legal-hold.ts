/** What a hold keeps: everything of a tenant, or one session of it. */
export interface HeldScope {
  readonly tenant: string;
  readonly sessionId?: string;
}

/** Who did something, when and why; as far as somebody said so. */
export interface HoldNote {
  /** ISO 8601. */
  readonly ts: string;
  readonly by?: string;
  readonly reason?: string;
}

/** A legal hold: until it is released, nothing that it keeps is deleted. */
export interface LegalHold extends HeldScope {
  readonly id: string;
  readonly placed: HoldNote;
  readonly released?: HoldNote;
}

/** The legal holds of a store. Placing and releasing are recorded and never deleted. */
export interface LegalHolds {
  /** Those in force, oldest first; with `all` also those that were released. */
  list(options?: { readonly all?: boolean }): Promise<LegalHold[]>;
  /** The session need not exist yet. A deletion that has begun already may still finish. */
  place(scope: HeldScope, note: HoldNote): Promise<LegalHold>;
  /** @throws CompactError `INVALID_INPUT` if there is no such hold in force. */
  release(id: string, note: HoldNote): Promise<LegalHold>;
}

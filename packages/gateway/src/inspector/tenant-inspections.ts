import { CompactError, DEFAULT_POLICY, heuristicEstimator } from "plimsoll";
import { Inspection, type InspectionRoom } from "plimsoll/inspection";
import { createRedactor } from "plimsoll/redaction";

const MAX_TENANTS = 1024;

/** One inspection for each tenant: it sees the rooms of that tenant and nothing else. */
export class TenantInspections {
  readonly #made = new Map<string, Inspection>();
  readonly #roomsOf: (tenant: string) => readonly InspectionRoom[];

  constructor(roomsOf: (tenant: string) => readonly InspectionRoom[]) {
    this.#roomsOf = roomsOf;
  }

  of(tenant: string): Inspection {
    const known = this.#made.get(tenant);
    if (known) return known;
    if (this.#made.size >= MAX_TENANTS)
      throw new CompactError("INVALID_INPUT", "Too many tenants look at once.");
    const made = new Inspection({
      rooms: () => this.#roomsOf(tenant),
      redactor: createRedactor(),
      estimator: heuristicEstimator,
      policy: DEFAULT_POLICY,
    });
    this.#made.set(tenant, made);
    return made;
  }
}

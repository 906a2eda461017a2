import { CompactError } from "../../errors/compact-error.js";
import type { LegalHolds } from "./legal-hold.js";

/** The holds of one tenant; those of another can be neither seen nor released. */
export function tenantHolds(holds: LegalHolds, tenant: string): LegalHolds {
  const list: LegalHolds["list"] = async (options) =>
    (await holds.list(options)).filter((hold) => hold.tenant === tenant);
  return {
    list,
    async place(scope, note) {
      if (scope.tenant === tenant) return holds.place(scope, note);
      throw new CompactError(
        "INVALID_INPUT",
        `This store shows the tenant ${JSON.stringify(tenant)} only; a hold of ${JSON.stringify(scope.tenant)} belongs to another.`,
        { details: { tenant, asked: scope.tenant } },
      );
    },
    async release(id, note) {
      // What is not this tenant's is asked for under no id, so that the answer says nothing about it.
      const own = (await list()).some((hold) => hold.id === id);
      return holds.release(own ? id : "", note);
    },
  };
}

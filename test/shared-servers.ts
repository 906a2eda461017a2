import { offerSharedPostgres } from "plimsoll-testkit/shared-postgres";

/** Runs once around all tests; what it returns runs after the last one. */
export default function setup(): Promise<() => Promise<void>> {
  return offerSharedPostgres();
}

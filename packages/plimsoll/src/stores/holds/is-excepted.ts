import type { ArtifactScope } from "../artifacts/artifact.js";
import type { HeldScope } from "./legal-hold.js";

/** True if a sweep leaves the artifacts of a scope alone. */
export function isExcepted(
  except: readonly HeldScope[] | undefined,
  { tenant, sessionId }: ArtifactScope,
): boolean {
  return (
    except?.some(
      (held) => held.tenant === tenant && (held.sessionId === undefined || held.sessionId === sessionId),
    ) === true
  );
}

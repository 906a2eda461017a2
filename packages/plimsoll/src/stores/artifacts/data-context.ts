import type { ArtifactScope } from "../artifacts/artifact.js";

/** What the sealed bytes of a payload are bound to. */
export function dataContext({ tenant }: Pick<ArtifactScope, "tenant">, id: string): string {
  return JSON.stringify(["artifact", tenant, id]);
}

/** What the sealed bytes of a reference are bound to. */
export function aboutContext({ tenant, sessionId }: ArtifactScope, id: string): string {
  return JSON.stringify(["artifact reference", tenant, sessionId, id]);
}

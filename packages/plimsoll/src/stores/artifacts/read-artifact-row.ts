import type { AboutArtifact } from "./artifact-seal.js";
import type { ArtifactSession } from "./artifact.js";

/** A row of a database. Names are stored as JSON, and a driver may give a number as a text. */
type Row = Readonly<Record<string, unknown>>;

/** A reference and the facts of its payload. */
export function readArtifactRow(row: Row): AboutArtifact {
  return {
    ...readArtifactTimes(row),
    id: JSON.parse(String(row["id"])) as string,
    characters: Number(row["characters"]),
    lines: Number(row["lines"]),
  };
}

export function readArtifactTimes(row: Row): Pick<AboutArtifact, "about" | "firstTs" | "lastTs"> {
  return {
    about: row["about"] as Uint8Array,
    firstTs: String(row["first_ts"]),
    lastTs: String(row["last_ts"]),
  };
}

/** What a session holds in all. */
export function readArtifactSession(row: Row): ArtifactSession {
  return {
    sessionId: JSON.parse(String(row["session"])) as string,
    artifacts: Number(row["artifacts"]),
    characters: Number(row["characters"]),
    lastTs: String(row["last_ts"]),
  };
}

import { findSession } from "../../archive/find-session.js";
import type { CommandContext } from "../../command-context.js";
import type { ArtifactListOptions } from "../../command-options.js";
import { formatNumber } from "../../output/format-number.js";
import { printableLine } from "../../output/printable.js";
import { table } from "../../output/table.js";
import { onArtifacts, type OpenArtifacts } from "./on-artifacts.js";
import { wholeNumber } from "./whole-number.js";

const MAX_LABEL = 60;

/** Lists the sessions that have artifacts, or the artifacts of one session, newest first. */
export function listArtifacts(
  session: string | undefined,
  options: ArtifactListOptions,
  context: CommandContext,
): Promise<number> {
  return onArtifacts(options, context, (open) =>
    session === undefined ? listSessions(open, context) : listSession(open, session, { options, context }),
  );
}

async function listSessions({ archive }: OpenArtifacts, { output }: CommandContext): Promise<void> {
  const found = await archive.artifactSessions(archive.tenant);
  if (output.json) {
    await output.data({
      sessions: found.map(({ sessionId, lastTs, ...counts }) => ({
        session: sessionId,
        ...counts,
        last: lastTs,
      })),
    });
  } else if (found.length === 0) {
    output.note("The store holds no artifacts.");
  } else {
    const rows = found.map((info) => [
      printableLine(info.sessionId, MAX_LABEL),
      formatNumber(info.artifacts),
      formatNumber(info.characters),
      printableLine(info.lastTs, MAX_LABEL),
    ]);
    await output.line(
      table(
        [
          { title: "session" },
          { title: "artifacts", align: "right" },
          { title: "characters", align: "right" },
          { title: "last" },
        ],
        rows,
      ),
    );
  }
}

async function listSession(
  { archive }: OpenArtifacts,
  session: string,
  { options, context }: { readonly options: ArtifactListOptions; readonly context: CommandContext },
): Promise<void> {
  const { output } = context;
  const limit = wholeNumber(options.limit, "--limit", 1);
  const sessionId = await findSession(archive, session, context);
  const found = await archive.listArtifacts({ tenant: archive.tenant, sessionId }, { limit });
  if (output.json) {
    await output.data({ session: sessionId, artifacts: found });
  } else if (found.length === 0) {
    output.note(`Session "${sessionId}" has no artifacts.`);
  } else {
    const rows = found.map((info) => [
      printableLine(info.id, MAX_LABEL),
      printableLine(info.kind, MAX_LABEL),
      formatNumber(info.characters),
      formatNumber(info.lines),
      printableLine(info.lastTs, MAX_LABEL),
      printableLine(info.label, MAX_LABEL),
    ]);
    await output.line(
      table(
        [
          { title: "id" },
          { title: "kind" },
          { title: "characters", align: "right" },
          { title: "lines", align: "right" },
          { title: "last" },
          { title: "from" },
        ],
        rows,
      ),
    );
  }
}

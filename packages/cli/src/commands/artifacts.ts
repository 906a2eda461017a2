import { resolve } from "node:path";
import { CompactError, type StorageAdapter } from "plimsoll";
import type { Archive } from "plimsoll/stores";
import { findSession, sessionNamed } from "../archive/find-session.js";
import { archiveOver } from "../archive/archive-over.js";
import { archiveSettings } from "../archive/archive-settings.js";
import { openExistingStorage } from "../archive/open-existing-archive.js";
import type { CommandContext } from "../command-context.js";
import { EXIT_CODES } from "../exit-codes.js";
import { effectiveSettings } from "../input/effective-settings.js";
import type {
  ArtifactListOptions,
  ArtifactShowOptions,
  ArtifactSweepOptions,
  ConfigOption,
} from "../command-options.js";
import { formatCount, formatNumber } from "../output/format-number.js";
import { printable, printableLine } from "../output/printable.js";
import { shellWord } from "../output/shell-word.js";
import { table } from "../output/table.js";
import { assertWritable, writeWhole } from "../output/write-whole.js";

const MILLISECONDS_A_DAY = 86_400_000;
const MAX_LABEL = 60;

interface OpenArtifacts {
  /** What the configured tenant may see. */
  readonly archive: Archive;
  /** The store itself. */
  readonly storage: StorageAdapter;
  readonly retentionDays: number;
}

/** Runs a task on the artifacts of the configured archive, and closes it. */
async function onArtifacts(
  options: ConfigOption,
  context: CommandContext,
  task: (open: OpenArtifacts) => Promise<void>,
): Promise<number> {
  const settings = archiveSettings((await effectiveSettings(options, context)).settings, context);
  const storage = await openExistingStorage(settings, context);
  try {
    const archive = archiveOver(storage, settings);
    await task({ archive, storage, retentionDays: settings.storage.artifactRetentionDays });
  } finally {
    await storage.close();
  }
  return EXIT_CODES.done;
}

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

/** Prints an artifact as it was stored; byte for byte with `--out`. */
export function showArtifact(
  id: string,
  options: ArtifactShowOptions,
  context: CommandContext,
): Promise<number> {
  return onArtifacts(options, context, async ({ archive }) => {
    const { output } = context;
    const sessionId = await sessionNamed(archive, options.session, context);
    const artifact = await archive.getArtifact({ tenant: archive.tenant, sessionId }, id);
    if (!artifact) {
      throw new CompactError(
        "UNKNOWN_ITEM",
        `Session "${sessionId}" has no artifact "${id}"; list them with: compactctl artifacts list ${shellWord(sessionId)}`,
        { details: { sessionId, id } },
      );
    }
    const { text, ...info } = artifact;
    if (options.out !== undefined && options.out !== "-") {
      const out = resolve(context.cwd, options.out);
      await assertWritable(out);
      await writeWhole(out, text);
      if (output.json) await output.data({ session: sessionId, ...info, out });
      else output.note(`${formatCount(text.length, "character")} written to ${out}`);
    } else if (output.json) {
      await output.data({ session: sessionId, ...artifact });
    } else {
      await output.line(printable(text));
    }
  });
}

/** Deletes artifacts whose retention has ended. */
export function sweepArtifacts(options: ArtifactSweepOptions, context: CommandContext): Promise<number> {
  return onArtifacts(options, context, async ({ archive, storage, retentionDays }) => {
    const { output } = context;
    const given = options.olderThanDays;
    const days = given === undefined ? retentionDays : wholeNumber(given, "--older-than-days", 0);
    const endless = days === 0 && given === undefined;
    const before = new Date(Date.now() - days * MILLISECONDS_A_DAY).toISOString();
    const removed = endless ? 0 : await archive.sweepArtifacts(before, { tenant: archive.tenant });
    const file = options.vacuum === true ? await storage.vacuum?.() : undefined;
    if (output.json) {
      const sizes = file ? { bytes_before: file.before, bytes_after: file.after } : {};
      await output.data({ removed, ...(endless ? {} : { before }), ...sizes });
      return;
    }
    if (endless) output.note("Artifacts are kept forever (storage.artifact_retention_days is 0).");
    else output.note(`Deleted ${formatCount(removed, "artifact")} last stored before ${before}.`);
    if (file)
      output.note(`The file shrank from ${formatCount(file.before, "byte")} to ${formatNumber(file.after)}.`);
  });
}

/** Encrypts anew what another key than the first one encrypted. May be stopped and begun again. */
export function resealArtifacts(options: ConfigOption, context: CommandContext): Promise<number> {
  return onArtifacts(options, context, async ({ storage }) => {
    const { output, signal } = context;
    const report = await storage.reseal?.({ signal });
    if (!report) throw new CompactError("INVALID_CONFIG", "The configured store does not encrypt.");
    const { resealed, current, unreadable } = report;
    if (output.json) await output.data({ resealed, current, unreadable });
    else
      output.note(
        `${formatCount(resealed, "part")} re-encrypted, ${formatNumber(current)} up to date already.`,
      );
    if (unreadable > 0) {
      throw new CompactError(
        "STORE_UNAVAILABLE",
        `${formatCount(unreadable, "part")} of the artifacts could not be decrypted with any of the keys and stayed unchanged. Add the missing key and run this again.`,
        { details: { unreadable } },
      );
    }
  });
}

function wholeNumber(text: string, option: string, least: number): number {
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= least) return value;
  throw new CompactError("INVALID_INPUT", `${option} is ${text}; give a whole number of at least ${least}.`);
}

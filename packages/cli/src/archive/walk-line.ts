import { resolve } from "node:path";
import type { CompactManager } from "plimsoll";
import { managerFromSettings } from "plimsoll/node";
import type { CommandContext } from "../command-context.js";
import { EXIT_CODES } from "../exit-codes.js";
import { effectiveSettings } from "../input/effective-settings.js";
import type { UndoOptions } from "../command-options.js";
import { formatCount } from "../output/format-number.js";
import { printableJson } from "../output/printable.js";
import { assertWritable, writeWhole } from "../output/write-whole.js";
import { closing } from "./closing.js";
import { findSession } from "./find-session.js";
import { archiveOver } from "./archive-over.js";
import { archiveSettings } from "./archive-settings.js";
import { openExistingStorage } from "./open-existing-archive.js";
import { warnings } from "./warnings.js";

/** A step along the compactions of a session, and its resulting list. */
interface Step {
  readonly items: readonly object[];
  readonly name: "undone" | "redone";
  readonly compaction: { readonly id: string; readonly version: number };
}

/** Takes one step along a session's compactions and writes the resulting list. */
export async function walkLine(
  session: {
    /** A file, an id or a name. */
    readonly given: string;
    readonly step: (manager: CompactManager, sessionId: string) => Promise<Step>;
  },
  options: UndoOptions,
  context: CommandContext,
): Promise<number> {
  const { output } = context;
  const settings = archiveSettings((await effectiveSettings(options, context)).settings, context);
  const storage = await openExistingStorage(settings, context);
  const said = warnings(output, ["compact.unknown_model"]);
  const manager = managerFromSettings(settings, {
    environment: context.environment,
    storage,
    exporters: [said.exporter],
  });
  await closing(manager, async () => {
    const sessionId = await findSession(archiveOver(storage, settings), session.given, context);
    const out =
      options.out === undefined || options.out === "-" ? undefined : resolve(context.cwd, options.out);
    if (out !== undefined) await assertWritable(out);
    const { items, name, compaction } = await session.step(manager, sessionId);
    said.assertArchived();
    if (out !== undefined) await writeWhole(out, `${printableJson(items)}\n`);
    if (output.json) {
      const data = { session: sessionId, [name]: compaction };
      await output.data({ ...data, ...(out === undefined ? { items } : { out }) });
    } else if (out === undefined) {
      await output.data(items);
    }
    const where = out === undefined ? "" : `; written to ${out}`;
    const { id, version } = compaction;
    const count = formatCount(items.length, "item");
    output.note(`${name}: v${version} (${id}) of "${sessionId}", ${count}${where}`);
  });
  return EXIT_CODES.done;
}

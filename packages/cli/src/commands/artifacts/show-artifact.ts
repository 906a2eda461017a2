import { resolve } from "node:path";
import { CompactError } from "plimsoll";
import { sessionNamed } from "../../archive/find-session.js";
import type { CommandContext } from "../../command-context.js";
import type { ArtifactShowOptions } from "../../command-options.js";
import { formatCount } from "../../output/format-number.js";
import { printable } from "../../output/printable.js";
import { shellWord } from "../../output/shell-word.js";
import { assertWritable, writeWhole } from "../../output/write-whole.js";
import { onArtifacts } from "./on-artifacts.js";

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

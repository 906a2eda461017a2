import type { CommandContext } from "./command-context.js";

/** Runs a command once its arguments are parsed. */
export type RunCommand = (
  json: boolean,
  command: (context: CommandContext) => Promise<number>,
) => Promise<void>;

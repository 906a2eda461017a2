import type { Output } from "./output/output.js";

/** What a command uses instead of the process itself. */
export interface CommandContext {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: AsyncIterable<Uint8Array>;
  readonly output: Output;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

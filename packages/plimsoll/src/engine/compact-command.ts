import { toldBy } from "../collections/told-by.js";
import type { SummaryDelta } from "../summarizers/summarizer.js";
import { listCompactor } from "./commit/list-compactor.js";
import type { PreflightOptions } from "./compact-config.js";
import type { CompactResult } from "./compact-result.js";
import type { CompactManager } from "./compact-manager.js";

export interface CompactCommandOptions<W extends object> {
  readonly manager: CompactManager<W>;
  readonly sessionId: string;
  /**
   * Has the provider compact: the list to send from now on. Tried before the manager, if a compaction is due. A
   * list that is empty, not smaller, or separates a call from its result counts as a failure. The manager archives
   * what the list replaces, and can undo it.
   */
  readonly remote?: (items: readonly W[], signal: AbortSignal | undefined) => Promise<readonly W[]>;
  /** What happens if that fails: the manager compacts, or the command fails. @default "local" */
  readonly onRemoteFailure?: "local" | "fail";
  /** True while a task runs, for example while the model answers: `manual` is refused then. @default never */
  readonly isBusy?: () => boolean;
}

export interface CompactCommandRun extends PreflightOptions {
  /**
   * `manual`: the user asked for it, and it is a separate turn. `automatic`: run before a request, within the
   * turn that makes it; compacts only if necessary.
   */
  readonly variant: "manual" | "automatic";
  /** What the summary should pay attention to; for `manual`. */
  readonly note?: string;
}

/** What a chat front end shows, in order. */
export type CompactCommandEvent<W extends object> =
  | { readonly type: "turn_started" }
  /** A task or another compaction is running: nothing was done, and no turn was started. */
  | { readonly type: "refused"; readonly message: string }
  | { readonly type: "remote_failed"; readonly message: string }
  /** A piece of the summary as the model writes it: a draft, which `compacted` replaces. */
  | ({ readonly type: "summary_delta" } & SummaryDelta)
  | {
      readonly type: "compacted";
      readonly by: "local" | "remote";
      /** Tokens of the list before, and after. */
      readonly tokensBefore: number;
      readonly tokensAfter: number;
      /** The list to send from now on. */
      readonly items: readonly W[];
      readonly result: CompactResult<W>;
    }
  | { readonly type: "warning"; readonly message: string }
  | { readonly type: "turn_complete"; readonly status: "compacted" | "nothing_to_do" }
  | { readonly type: "turn_complete"; readonly status: "failed"; readonly error: Error };

export interface CompactCommand<W extends object> {
  /**
   * Compacts and yields what happens. Returns the list to send, which is the given one if there was nothing to do
   * or compacting failed.
   */
  run(
    items: readonly W[],
    options: CompactCommandRun,
  ): AsyncGenerator<CompactCommandEvent<W>, readonly W[], void>;
}

const COMMAND = /^\/compact(?:\s+([^]{1,4000}))?$/;

/**
 * Parses the user's input: the note after `/compact`, empty if there is none; undefined for any other text.
 */
export function parseCompactCommand(text: string): string | undefined {
  const found = COMMAND.exec(text.trim());
  return found ? (found[1] ?? "").trim() : undefined;
}

/** Implements `/compact` for a chat front end, and the automatic compaction. */
export function createCompactCommand<W extends object>(options: CompactCommandOptions<W>): CompactCommand<W> {
  let running = 0;
  return {
    async *run(items, run) {
      const isManual = run.variant === "manual";
      if (isManual && (running > 0 || options.isBusy?.() === true)) {
        yield { type: "refused", message: "A task is running; compact when it is done." };
        return items;
      }
      running++;
      try {
        if (isManual) yield { type: "turn_started" };
        const done = yield* compact(options, items, run);
        if (done) yield warningOf(done);
        if (isManual) yield { type: "turn_complete", status: done ? "compacted" : "nothing_to_do" };
        return done?.items ?? items;
      } catch (error) {
        if (!isManual) throw error;
        yield { type: "turn_complete", status: "failed", error: error as Error };
        return items;
      } finally {
        running--;
      }
    },
  };
}

type Compacted<W extends object> = Extract<CompactCommandEvent<W>, { readonly type: "compacted" }>;

async function* compact<W extends object>(
  { manager, sessionId, remote, onRemoteFailure = "local" }: CompactCommandOptions<W>,
  items: readonly W[],
  run: CompactCommandRun,
): AsyncGenerator<CompactCommandEvent<W>, Compacted<W> | undefined, void> {
  const { variant, note, ...given } = run;
  const options = remote
    ? { ...given, remote: listCompactor<W>({ compact: remote, onFailure: onRemoteFailure }) }
    : given;
  const result = yield* toldBy<CompactCommandEvent<W>, CompactResult<W>>((tell, left) => {
    const watched = {
      ...options,
      signal: options.signal ? AbortSignal.any([options.signal, left]) : left,
      onSummaryDelta: (delta: SummaryDelta): void => {
        options.onSummaryDelta?.(delta);
        tell({ type: "summary_delta", ...delta });
      },
    };
    return variant === "manual"
      ? manager.manualCompact(sessionId, items, note ? { ...watched, note } : watched)
      : manager.preflight(sessionId, items, watched);
  });
  if (result.remoteFailed !== undefined) yield { type: "remote_failed", message: result.remoteFailed };
  if (!result.compaction) return undefined;
  const done: Compacted<W> = {
    type: "compacted",
    by: result.compaction.by,
    tokensBefore: result.compaction.tokensBefore,
    tokensAfter: result.compaction.tokensAfter,
    items: result.items,
    result,
  };
  yield done;
  return done;
}

function warningOf<W extends object>({ by, result }: Compacted<W>): CompactCommandEvent<W> {
  return {
    type: "warning",
    message: `${whatWasDone(by, result)} The model may no longer see some details; you can read them back. Start a new conversation for unrelated work.`,
  };
}

function whatWasDone<W extends object>(by: Compacted<W>["by"], { compaction }: CompactResult<W>): string {
  const {
    version = 0,
    removed = [],
    summaryTokens = 0,
    tokensBefore = 0,
    tokensAfter = 0,
  } = compaction ?? {};
  if (by === "remote")
    return `The provider compacted this conversation: ${removed.length} items are now its own, which nobody else can read.`;
  if (summaryTokens > 0)
    return `Compaction ${version} of this conversation: ${removed.length} items are now a summary of ${summaryTokens} tokens.`;
  const left =
    removed.length > 0 ? `${removed.length} items left the window` : "tool outputs are shown in short";
  return `This conversation was compacted without a summary: ${left}, ${tokensBefore} tokens are now ${tokensAfter}.`;
}

import { resolve } from "node:path";
import { CompactError, type CompactManager, type Format, memoryStorage, type StorageAdapter } from "plimsoll";
import { readConversation } from "plimsoll/formats";
import type { Settings } from "plimsoll/node";
import { managerFromSettings, storageFromSettings } from "plimsoll/node";
import { archiveSettings } from "../archive/archive-settings.js";
import { type Warnings, warnings } from "../archive/warnings.js";
import type { CommandContext } from "../command-context.js";
import { EXIT_CODES } from "../exit-codes.js";
import { tokensOf } from "../input/tokens-of.js";
import { effectiveSettings } from "../input/effective-settings.js";
import { requestOf } from "../input/open-conversation.js";
import { decode, openInput } from "../input/read-input.js";
import type { CompactOptions } from "../command-options.js";
import { formatCount, formatNumber, formatReduction } from "../output/format-number.js";
import { failureOf } from "../output/report-error.js";
import { isSameFile } from "../output/write-whole.js";
import { fileSink, type LineSink, outputSink } from "./line-sink.js";
import { ownText } from "./own-text.js";
import { type Line, readLines } from "./read-lines.js";

const MAX_LINE_BYTES = 256 * 1024 * 1024;

/** Compacts every line of a JSONL file on its own; a bad line is reported and does not stop the others. */
export async function compactLines(
  path: string,
  options: CompactOptions,
  context: CommandContext,
): Promise<number> {
  const { settings } = await effectiveSettings(options, context);
  const input = await openInput(path, context);
  const sink = await openSink(path, options, context);
  const batch = new Batch(archiveSettings(settings, context), options, context);
  try {
    for await (const line of readLines(input, { maxBytes: MAX_LINE_BYTES })) {
      context.signal.throwIfAborted();
      const answer = await batch.answer(line);
      if (answer !== undefined) await sink.write(JSON.stringify(answer));
      context.output.progress(batch.describe());
    }
  } finally {
    await batch.close().finally(() => sink.close());
  }
  if (!context.output.json) context.output.note(batch.describe());
  else if (options.out !== undefined && options.out !== "-") await context.output.data(batch.report());
  return batch.failed === 0 ? EXIT_CODES.done : EXIT_CODES.failed;
}

async function openSink(path: string, options: CompactOptions, context: CommandContext): Promise<LineSink> {
  if (options.out === undefined || options.out === "-") return outputSink(context.output);
  const target = resolve(context.cwd, options.out);
  if (path !== "-" && (await isSameFile(resolve(context.cwd, path), target))) {
    throw new CompactError("INVALID_INPUT", `${options.out} is the input file; name another file for --out.`);
  }
  return fileSink(target);
}

/** The work on one file of lines: one store, and one manager per wire format for its cache of token counts. */
class Batch {
  done = 0;
  failed = 0;
  readonly #settings: Settings;
  readonly #options: CompactOptions;
  readonly #context: CommandContext;
  readonly #storage: StorageAdapter;
  readonly #warnings: Warnings;
  readonly #managers = new Map<string, CompactManager>();
  #before = 0;
  #after = 0;

  constructor(settings: Settings, options: CompactOptions, context: CommandContext) {
    this.#settings = settings;
    this.#options = options;
    this.#context = context;
    this.#warnings = warnings(context.output);
    this.#storage = this.#archived
      ? storageFromSettings(settings.storage, context.environment)
      : memoryStorage();
  }

  /** The output for a line; nothing for a blank one. */
  async answer(line: Line): Promise<object | undefined> {
    let id: unknown;
    try {
      const text = textOf(line);
      if (text.trim() === "") return undefined;
      id = idOf(text);
      const answer = await this.#compact(text, id, line.number);
      this.done += 1;
      return answer;
    } catch (error) {
      if (this.#context.signal.aborted) throw error;
      this.failed += 1;
      const { code, message } = failureOf(error);
      this.#context.output.error(`line ${line.number}: ${code}: ${message}`);
      return { ...(id === undefined ? {} : { id }), line: line.number, error: message, code };
    }
  }

  describe(): string {
    const tokens = `${formatNumber(this.#before)} → ${formatNumber(this.#after)} tokens (${formatReduction(this.#before, this.#after)})`;
    return `${formatCount(this.done, "line")} done, ${formatNumber(this.failed)} failed: ${tokens}`;
  }

  report(): object {
    return { done: this.done, failed: this.failed, tokens_before: this.#before, tokens_after: this.#after };
  }

  async close(): Promise<void> {
    const closed = await Promise.allSettled([...this.#managers.values()].map((manager) => manager.close()));
    await this.#storage.close();
    const failure = closed.find((outcome) => outcome.status === "rejected");
    if (failure) throw failure.reason;
  }

  get #archived(): boolean {
    return this.#options.session !== undefined && this.#options.archive;
  }

  async #compact(text: string, id: unknown, number: number): Promise<object> {
    const { format } = this.#options;
    const file = readConversation(text, format === undefined ? {} : { format });
    const sessionId = `${this.#options.session ?? "line"}/${id === undefined ? number : String(id)}`.slice(
      0,
      512,
    );
    try {
      const request = requestOf(file, this.#options, this.#context);
      const result = await this.#manager(file.format).manualCompact(sessionId, file.items, {
        ...request,
        strictTarget: true,
      });
      const { before, after } = await tokensOf(result, file, this.#settings);
      this.#warnings.assertArchived();
      const own = ownText({
        given: file.items,
        result: result.items,
        format: file.format,
        ...(request.targetTokens === undefined ? {} : { targetTokens: request.targetTokens }),
      });
      this.#before += before;
      this.#after += after;
      return {
        ...(id === undefined ? {} : { id }),
        items: result.items,
        tokens_before: before,
        tokens_after: after,
        ...(own.length === 0 ? {} : { own_text: own }),
      };
    } finally {
      if (!this.#archived) await this.#manager(file.format).remove(sessionId);
    }
  }

  #manager(format: Format): CompactManager {
    let manager = this.#managers.get(format.name);
    if (!manager) {
      manager = managerFromSettings(this.#settings, {
        environment: this.#context.environment,
        format,
        storage: this.#storage,
        exporters: [this.#warnings.exporter],
        maxSessions: 1,
      });
      this.#managers.set(format.name, manager);
    }
    return manager;
  }
}

function textOf(line: Line): string {
  if (line.bytes) return decode(line.bytes, `line ${line.number}`);
  throw new CompactError(
    "INVALID_INPUT",
    `The line is longer than ${formatNumber(MAX_LINE_BYTES)} bytes; split it.`,
  );
}

/** The line's own id, to be given back as it is. */
function idOf(text: string): string | number | undefined {
  try {
    const id = (JSON.parse(text) as { id?: unknown } | null)?.id;
    return typeof id === "string" || typeof id === "number" ? id : undefined;
  } catch {
    return undefined;
  }
}

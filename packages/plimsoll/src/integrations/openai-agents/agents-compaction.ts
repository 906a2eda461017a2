import type {
  AgentInputItem,
  CallModelInputFilter,
  FunctionTool,
  Model,
  ModelProvider,
  Session,
} from "@openai/agents";
import { CompactError } from "../../errors/compact-error.js";
import type { CompactManager } from "../../engine/compact-manager.js";
import type { AgentsCompactionCore } from "./agents-compaction-core.js";
import type { AgentsCompactionOptions } from "./agents-compaction-options.js";
import { agentsCompactor, checkedAgentsOptions } from "./agents-compactor.js";
import { CallSessions } from "../core/call-sessions.js";
import { CompactingSession } from "./compacting-session.js";
import { compactingFilter } from "./compacting-filter.js";
import { compactingModel, compactingProvider } from "./compacting-model.js";
import { recallTools } from "./recall-tools.js";

/** Compaction for the OpenAI Agents SDK, with everything that shares its state. */
export interface AgentsCompaction {
  /** A provider whose models compact: for `setDefaultModelProvider` or a `Runner`. */
  provider<T extends ModelProvider>(provider: T): T;
  /** A model that compacts: for one agent. */
  model<T extends Model>(model: T): T;
  /**
   * The session with the commands of a chat, over another one that keeps the whole history. Runs start with all of it, and the
   * models of this compaction compact it: once, inside runs and between them. With a durable `storage` that survives a restart.
   */
  session(underlying: Session): CompactingSession;
  /**
   * For `callModelInputFilter`, if you cannot wrap the model: no overflow recovery, no usage, not in nested
   * agents.
   */
  readonly filter: CallModelInputFilter;
  /** Let an agent search and read what left its window: add them to its tools. */
  readonly tools: FunctionTool[];
  /** The manager, once a model is known: for `undo`, `checkpoint` and so on. */
  readonly manager: CompactManager<AgentInputItem>;
  /** Waits for background work, then releases store and exporters. */
  close(): Promise<void>;
}

export function agentsCompaction(given?: AgentsCompactionOptions): AgentsCompaction {
  const options = checkedAgentsOptions(given);
  const core: AgentsCompactionCore = {
    compactor: agentsCompactor(options),
    options,
    sessions: new CallSessions(),
  };
  return {
    provider: (provider) => compactingProvider(provider, core),
    model: (model) => compactingModel(model, core),
    session: (underlying) => new CompactingSession(underlying, options, core.compactor),
    filter: compactingFilter(core),
    tools: recallTools(core),
    get manager() {
      return core.compactor.manager();
    },
    close: () => core.compactor.close(),
  };
}

/**
 * Wraps a model provider, or one model, so that every request of every agent fits its model's window: in runs, handoffs
 * and agents that are tools, streaming and not. Sessions stay complete.
 */
export function withCompaction<T extends ModelProvider | Model>(
  target: T,
  options: AgentsCompactionOptions = {},
): T {
  const compaction = agentsCompaction(options);
  if (isProvider(target)) return compaction.provider(target);
  if (isModel(target)) return compaction.model(target);
  throw new CompactError(
    "INVALID_INPUT",
    "withCompaction got an object with neither getModel nor getResponse; pass a model provider or a model.",
  );
}

const isProvider = <T extends object>(target: T): target is T & ModelProvider =>
  typeof Reflect.get(target, "getModel") === "function";

const isModel = <T extends object>(target: T): target is T & Model =>
  typeof Reflect.get(target, "getResponse") === "function";

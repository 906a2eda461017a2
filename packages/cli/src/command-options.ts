/** `--json`: every command has it. */
export interface CommandOptions {
  readonly json?: boolean;
}

export interface ConfigOption extends CommandOptions {
  readonly config?: string;
}

export interface StoreMigrateOptions extends ConfigOption {
  readonly print?: boolean;
  readonly to?: string;
}

/** The options of every command that reads a conversation. */
export interface ConversationOptions extends ConfigOption {
  readonly targetTokens?: number;
  readonly window?: number;
  readonly model?: string;
  readonly strategy?: string;
  readonly pruning?: string;
  readonly estimator?: string;
  readonly format?: string;
  readonly note?: string;
  readonly session?: string;
  /** False with `--no-archive`. */
  readonly archive: boolean;
}

export interface CompactOptions extends ConversationOptions {
  readonly out?: string;
  readonly inPlace?: boolean;
  readonly jsonl?: string;
  readonly preview?: boolean;
  readonly summaryOut?: string;
  readonly summary?: string;
}

export interface UndoOptions extends ConfigOption {
  readonly out?: string;
}

export interface ShowOptions extends ConfigOption {
  readonly item?: string;
  readonly checkpoint?: boolean;
  readonly all?: boolean;
}

export interface RecallCommandOptions extends ConfigOption {
  readonly session?: string;
  readonly limit: string;
}

export interface ArtifactListOptions extends ConfigOption {
  readonly limit: string;
}

export interface ArtifactShowOptions extends ConfigOption {
  readonly session?: string;
  readonly out?: string;
}

export interface ArtifactSweepOptions extends ConfigOption {
  readonly olderThanDays?: string;
  readonly vacuum?: boolean;
}

export interface McpOptions extends ConfigOption {
  readonly session?: string;
  readonly http?: string;
  readonly host: string;
  readonly tokenEnv?: string;
}

export interface HookOptions extends ConfigOption {
  readonly printSettings?: boolean;
}

export interface EvalOptions extends CommandOptions {
  /** Shares of the prefix, from 0 to 1. */
  readonly budgets?: readonly number[];
  readonly rounds?: number;
  readonly limit: number;
  readonly estimator: string;
  readonly format?: string;
  readonly out?: string;
  readonly tasks?: boolean;
  readonly seeds: number;
}

export interface DemoOptions extends CommandOptions {
  readonly turns: number;
  readonly window: number;
  readonly seed: number;
  readonly fast?: boolean;
}

export interface InspectOptions extends ConfigOption {
  readonly port?: number;
  /** False with `--no-open`. */
  readonly open: boolean;
  readonly model?: string;
  readonly window?: number;
  readonly format?: string;
}

export interface ServeOptions extends ConfigOption {
  readonly host?: string;
  readonly port?: number;
  readonly printConfig?: string;
}

export interface KeyCreateOptions extends ConfigOption {
  readonly tenant?: string;
}

export interface UnsealOptions extends ConfigOption {
  readonly tenant?: string;
  readonly sealingKeys?: string;
  readonly all?: boolean;
}

export interface ExportOptions extends ConfigOption {
  readonly all?: boolean;
  readonly out?: string;
}

export interface ImportOptions extends ConfigOption {
  readonly skipExisting?: boolean;
}

export interface HoldOptions extends ConfigOption {
  readonly all?: boolean;
  readonly reason?: string;
  readonly by?: string;
}

export interface HoldListOptions extends ConfigOption {
  readonly released?: boolean;
}

export interface EraseOptions extends ConfigOption {
  readonly yes?: boolean;
}

import type { CompactConfig, ManualCompactOptions, PreflightOptions } from "./compact-config.js";

/** One call of the manager. */
export interface Call<W extends object> {
  readonly items: readonly W[];
  readonly manual: boolean;
  readonly options: PreflightOptions & ManualCompactOptions;
  readonly shouldCompact?: CompactConfig<W>["shouldCompact"];
}

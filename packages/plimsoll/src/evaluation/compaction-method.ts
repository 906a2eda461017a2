import type { CompactConfig } from "../engine/compact-config.js";
import { CompactManager } from "../engine/compact-manager.js";
import type { EvaluationMethod } from "./evaluation-method.js";

const SESSION = "evaluation";
/** The engine's own default for an unknown model; a real model gets longer summaries. */
const UNKNOWN_MODEL = "unknown";

/** The engine as it is set up by `config`; by default with the embedded summarizer and the default policy. */
export function compactionMethod(name: string, config: Partial<CompactConfig> = {}): EvaluationMethod {
  return {
    name,
    async compact({ format, items, targetTokens, signal }) {
      const manager = new CompactManager({ model: UNKNOWN_MODEL, clock: () => 0, ...config, format });
      try {
        const options = { targetTokens, strictTarget: true, ...(signal ? { signal } : {}) };
        return (await manager.manualCompact(SESSION, items, options)).items;
      } finally {
        await manager.close();
      }
    },
  };
}

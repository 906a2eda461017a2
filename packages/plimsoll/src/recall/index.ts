/**
 * What the recall tools are, without the library behind them: a server can list them before it loads anything.
 *
 * @module
 */
export {
  RECALL_ANNOTATIONS,
  RECALL_TOOL_DESCRIPTIONS,
  type RecallToolDescription,
  type ToolAnnotations,
} from "./recall-tools.js";

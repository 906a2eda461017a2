import type { AgentInputItem } from "@openai/agents";
import { pairItems } from "../../conversation/pairing.js";
import { agents } from "../../formats/agents/agents.js";

/** A list without results whose calls are not in it. */
export function dropOrphanResults(items: readonly AgentInputItem[]): AgentInputItem[] {
  const { orphanResults } = pairItems(items.map((item) => agents.view(item)));
  const orphans = new Set(orphanResults);
  return items.filter((_, index) => !orphans.has(index));
}

import { agents } from "../../formats/agents/agents.js";
import { isOwnNote } from "../../conversation/is-own-note.js";
import type { AgentInputItem, CallModelInputFilter } from "@openai/agents";
import type { AgentsCompactionCore } from "./agents-compaction-core.js";

/**
 * Compaction as an input filter. The SDK maps a filter's output back to its session, by identity first. So kept
 * items are the same objects, the input of the run is always among them, and the filter never adds more items
 * than it removes.
 */
export function compactingFilter({ compactor }: AgentsCompactionCore): CallModelInputFilter {
  const filter: CallModelInputFilter = async ({ modelData, agent }) => {
    const { input, instructions } = modelData;
    const call = await compactor.begin({
      items: input,
      ...(instructions === undefined ? {} : { instructions }),
      ...(typeof agent.model === "string" && agent.model !== "" ? { model: agent.model } : {}),
    });
    call.succeeded();
    return { ...modelData, input: withRunInput(input, call.items) };
  };
  filter.preserveInputIdentity = true;
  return filter;
}

/** The list with the newest messages of the user in it, which a session stores only if it finds them here. */
function withRunInput(given: readonly AgentInputItem[], items: AgentInputItem[]): AgentInputItem[] {
  const present = new Set<object>(items);
  const missing = runInput(given).filter((item) => !present.has(item));
  if (missing.length === 0) return items;
  const after = new Set<object>(given.slice(given.indexOf(missing[0] as AgentInputItem)));
  const place = items.findIndex((item) => after.has(item));
  return place < 0 ? [...items, ...missing] : items.toSpliced(place, 0, ...missing);
}

/** The user's last consecutive messages. */
function runInput(items: readonly AgentInputItem[]): AgentInputItem[] {
  const last = items.findLastIndex(isUserMessage);
  let first = last;
  while (first > 0 && isUserMessage(items[first - 1])) first--;
  return last < 0 ? [] : items.slice(first, last + 1);
}

const isUserMessage = (item: AgentInputItem | undefined): boolean =>
  item !== undefined && "role" in item && item.role === "user" && !isOwnNote(agents.view(item));

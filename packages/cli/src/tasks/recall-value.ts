import type { RecallHit, RecallText, RecallTool } from "plimsoll/recall";
import { unquoted } from "plimsoll/testing";
import type { Need } from "./task.js";

/** A call of a recall tool and what it answered. */
export interface RecallAnswer {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: string;
}

/** Hits whose items are read in full where the snippets do not say it. */
const MAX_READ = 3;

/** Looks a value up as a model would: it searches, looks at the snippets, then reads the best items. */
export async function recallValue(
  need: Need,
  { tools, visible }: { readonly tools: readonly RecallTool[]; readonly visible: string },
): Promise<{ readonly value: string | undefined; readonly answers: readonly RecallAnswer[] }> {
  const answers: RecallAnswer[] = [];
  const ask = async (tool: string, input: Record<string, unknown>): Promise<unknown> => {
    const output = (await tools.find(({ name }) => name === tool)?.execute(input)) ?? "{}";
    answers.push({ tool, input, output });
    return JSON.parse(output);
  };
  const hits = await ask("recall_search", { query: need.query });
  if (!Array.isArray(hits)) return { value: undefined, answers };
  const found = hits as readonly RecallHit[];
  // What was recalled is older than what can be seen, and is understood in its light.
  const read = (texts: readonly string[]): string | undefined =>
    need.find(unquoted([...texts, visible].join("\n")));
  const value = read(found.map(({ snippet }) => snippet).reverse());
  if (value !== undefined) return { value, answers };
  const texts: string[] = [];
  for (const id of new Set(found.slice(0, MAX_READ).map((hit) => hit.id))) {
    const item = (await ask("recall_read", { id })) as Partial<RecallText>;
    texts.push(item.text ?? "");
  }
  return { value: read(texts.reverse()), answers };
}

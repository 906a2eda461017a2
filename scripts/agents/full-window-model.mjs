// A model that runs commands for a coding agent and says twice that the window is full.
import { startScriptedAnthropic } from "plimsoll-testkit";
import { workModel } from "../clients/work-model.mjs";

const RULE = "Never touch config/prod.yaml.";
export const TASK = `Work through all steps, one command each, and say when all are done. ${RULE}`;
const STEPS = 12;
const FULL_AFTER = [4, 8];
const FULL = { input_tokens: 185_000, output_tokens: 100 };

/**
 * @param isCompaction true for the request in which the agent asks for a summary
 */
export async function fullWindowModel({ isCompaction }) {
  const work = workModel(STEPS);
  const requests = [];
  const server = await startScriptedAnthropic({
    contextWindow: 200_000,
    respond({ body }) {
      const compacts = isCompaction(body);
      requests.push({
        compacts,
        text: JSON.stringify([body.system, body.messages]),
        items: body.messages.length,
      });
      if (compacts) return ["<summary>Some steps were checked.</summary>"];
      const tools = (body.tools ?? []).map(({ name }) => name);
      if (tools.length === 0) return ["Steps"];
      const parts = work.answer(tools, "");
      return FULL_AFTER.includes(work.steps) ? { parts, usage: FULL } : parts;
    },
  });
  return {
    origin: server.origin,
    requests,
    close: () => server.close(),
    problems({ code, output }) {
      const compactions = requests.filter(({ compacts }) => compacts).length;
      const next = requests.filter((_, at) => at > 0 && requests[at - 1].compacts && !requests[at].compacts);
      return [
        ...(code === 0 && output.includes(`All ${STEPS} steps are done.`)
          ? []
          : [`ended with ${code}: ${output.slice(-400)}`]),
        ...(compactions >= 2 && next.length >= 2
          ? []
          : [`${compactions} compactions, ${next.length} windows after them`]),
        ...next
          .filter(
            ({ text }) =>
              !text.includes("Kept from the whole conversation by Plimsoll") || !text.includes(RULE),
          )
          .map(({ text }) => `a window without the hand-off: ${text.slice(-1500)}`),
        ...server.refusals.slice(0, 3).map((refusal) => `refused: ${JSON.stringify(refusal)}`),
      ];
    },
  };
}

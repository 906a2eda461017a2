// What a scripted model does for a coding client: a number of shell commands, each with a long output, then an answer. Every
// second step runs two at once. The same on every upstream protocol.

/** The name of the client's tool that runs commands, and what it wants as arguments. */
const SHELLS = [
  { name: "exec_command", write: (command) => ({ cmd: command }) },
  { name: "shell", write: (command) => ({ command: ["bash", "-c", command] }) },
  { name: "bash", write: (command) => ({ command, description: "work" }) },
  { name: "Bash", write: (command) => ({ command, description: "work" }) },
  {
    name: "run_shell_command",
    write: (command) => ({ command, description: "work", is_background: false }),
  },
];

const LINES = 160;

/** The command of a step: about 4,000 tokens of output that nobody has seen before. */
const commandOf = (step, part) =>
  `for i in $(seq 1 ${LINES}); do echo "step ${step}${part} line $i: unit $((i * 7919 % 1009)) of part ${step} was checked"; done`;

/**
 * @param steps how many steps are worked through before the answer
 * @param onStep called with the number of each step before it is answered
 */
export function workModel(steps, onStep = () => undefined) {
  let step = 0;
  return {
    get steps() {
      return step;
    },
    /** The parts of the next answer. @param tools the names of the tools in the request */
    answer(tools, text) {
      if (/CONTEXT CHECKPOINT COMPACTION|<summary>|state_snapshot/i.test(text.slice(-4_000)))
        return ["Summary: the work goes on; steps so far were checked."];
      const shell = SHELLS.find(({ name }) => tools.includes(name));
      if (!shell || step >= steps) return [`All ${steps} steps are done.`];
      step++;
      onStep(step);
      const parts = step % 2 === 0 ? ["a", "b"] : [""];
      const call = (part) => ({
        type: "call",
        name: shell.name,
        arguments: shell.write(commandOf(step, part)),
      });
      return [`Step ${step}.`, ...parts.map(call)];
    },
  };
}

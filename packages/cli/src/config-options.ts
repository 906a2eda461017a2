import { type Command, Option } from "commander";

/** The options of every command that reads the configuration. */
export function configOptions(command: Command): Command {
  return command.option("--config <PATH>", "the configuration file").addOption(jsonOption());
}

export function jsonOption(): Option {
  return new Option("--json", "print one JSON object instead of text");
}

/** Shows at the end of a command's help how it is used. */
export function example(command: Command, lines: readonly string[]): void {
  const title = lines.length === 1 ? "Example" : "Examples";
  command.addHelpText("after", `\n${title}:\n${lines.map((line) => `  $ ${line}`).join("\n")}`);
}

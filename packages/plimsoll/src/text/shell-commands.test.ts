import { describe, expect, it } from "vitest";
import { shellCommands, shellWrites } from "./shell-commands.js";

const read = (text: string): unknown[] =>
  shellCommands(text).map((command) => ({
    words: command.words.map((word) => word.text),
    writes: shellWrites(command).map(({ path, appends }) => `${appends ? ">>" : ">"} ${path}`),
  }));

describe("shellCommands", () => {
  it.each([
    ['echo "a\\\\" > out.txt', ["echo", "a\\"], ["> out.txt"]],
    ["echo 'a\\' > out.txt", ["echo", "a\\"], ["> out.txt"]],
    ['echo "say \\"hi\\"" >>log.txt', ["echo", 'say "hi"'], [">> log.txt"]],
    ["echo a\\ b\\;c", ["echo", "a b;c"], []],
    ["make 2>&1 >out.log", ["make"], ["> out.log"]],
    ["make 2> errors.log", ["make"], ["> errors.log"]],
    ["make &>all.log", ["make"], ["> all.log"]],
    ["make >| all.log", ["make"], ["> all.log"]],
    ["sort < in.txt > out.txt", ["sort"], ["> out.txt"]],
    ["tr a b <<< 'text > none'", ["tr", "a", "b"], []],
    ["npm run \\\n  build", ["npm", "run", "build"], []],
    ["cat a2>b", ["cat", "a2"], ["> b"]],
    ["ls # > none", ["ls"], []],
    ["echo a#b", ["echo", "a#b"], []],
    ["cat 'open > x", ["cat", "open > x"], []],
  ])("reads %s", (text, words, writes) => {
    expect(read(text)).toEqual([{ words, writes }]);
  });

  it("tells what stands between commands", () => {
    const between = shellCommands("cd a && (ls | wc -l; true) &").map(
      ({ before, words, after }) => `${before} ${words[0]?.text} ${after}`,
    );
    expect(between).toEqual([" cd &&", "&&( ls |", "| wc ;", "; true )"]);
  });

  it.each([
    [
      "cp $(npm root -g)/a b",
      [
        ["npm", "root", "-g"],
        ["cp", "$(…)/a", "b"],
      ],
    ],
    ["kill -9 $(lsof -t -i:3000) && ls", [["lsof", "-t", "-i:3000"], ["kill", "-9", "$(…)"], ["ls"]]],
    ["a $(b $(c) d) (e) f", [["c"], ["b", "$(…)", "d"], ["a", "$(…)"], ["e"], ["f"]]],
    ["a $(b $(c", [["c"], ["b", "$(…)"], ["a", "$(…)"]]],
  ])("reads a substitution as commands of its own, and as part of a word: %s", (text, words) => {
    expect(shellCommands(text).map((command) => command.words.map((word) => word.text))).toEqual(words);
  });

  it("passes over the bodies of here-documents", () => {
    expect(read("cat > a.txt <<'EOF'\nrm x > y\nEOF2\nEOF\nls")).toEqual([
      { words: ["cat"], writes: ["> a.txt"] },
      { words: ["ls"], writes: [] },
    ]);
    expect(read("cat <<-END\n\tx\n\tEND\nls")).toEqual([
      { words: ["cat"], writes: [] },
      { words: ["ls"], writes: [] },
    ]);
    expect(read("cat <<EOF\nnever closed\nls")).toEqual([{ words: ["cat"], writes: [] }]);
  });

  it("takes hostile text in its stride", () => {
    for (const part of ["'", '"', "\\", "<<A\n", "$(", ">", "2>&", "#", "a ", "\n", '"\\'])
      expect(shellCommands(part.repeat(100_000)).length).toBeLessThan(10_000);
  });
});

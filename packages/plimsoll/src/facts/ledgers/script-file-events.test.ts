import { describe, expect, it } from "vitest";
import { scriptFileEvents } from "./script-file-events.js";

const written = (command: string): string[] => scriptFileEvents(command).map(({ path }) => path);

describe("scriptFileEvents", () => {
  it("finds the files that a script in a command line writes", () => {
    expect(written("python3 - <<'E'\np = Path('src/q.py')\np.write_text(p.read_text())\nE")).toEqual([
      "src/q.py",
    ]);
    expect(written("python -c \"s = open('a.md').read(); open('b.md', 'w').write(s)\"")).toEqual(["b.md"]);
    expect(
      written("python3 - <<'E'\nfile='src/c.ts'; s=open(file).read()\nopen(file,'w').write(s)\nE"),
    ).toEqual(["src/c.ts"]);
    expect(written("node -e \"fs.writeFileSync('d.json', text)\"")).toEqual(["d.json"]);
    expect(written("python3 -c \"import pathlib; pathlib.Path('e.txt').write_text('x')\"")).toEqual([
      "e.txt",
    ]);
  });

  it("takes no reading for writing, and no name that it does not know", () => {
    expect(written("python3 -c \"print(open('a.md').read())\"")).toEqual([]);
    expect(written("python3 -c \"open(name, 'w').write(s)\"")).toEqual([]);
    expect(written("grep -n \"open('a.md', 'w')\" src")).toEqual([]);
  });
});

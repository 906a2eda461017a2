import { describe, expect, it } from "vitest";
import { script } from "./ledger-test-support.js";
import { answeredEdits } from "./answered-edits.js";

const BLOCK = "<<<<<<< SEARCH\na = 1\n=======\na = 2\n>>>>>>> REPLACE\n";

describe("answeredEdits", () => {
  it("names the files above the blocks, whatever marks stand around them", () => {
    expect(
      answeredEdits(`src/a.py\n\`\`\`python\n${BLOCK}\`\`\`\n\n**lib/b.ts**:\n${BLOCK}${BLOCK}`),
    ).toEqual(["src/a.py", "lib/b.ts"]);
    expect(answeredEdits(`Here it is, see the docs.\n${BLOCK}`)).toEqual([]);
    expect(answeredEdits("A conflict begins with <<<<<<< SEARCH in a.py.")).toEqual([]);
  });

  it("is what the assistant did to the files", () => {
    const { files } = script().assistant(`src/a.py\n${BLOCK}`).user(`src/b.py\n${BLOCK}`).checkpoint();
    expect(files.map(({ path, action }) => `${path} ${action}`)).toEqual(["src/a.py changed"]);
  });
});

import { describe, expect, it } from "vitest";
import { readRepositoryFile } from "./source-files.js";

describe("docs/integrations/realtime.md", () => {
  const page = readRepositoryFile("docs/integrations/realtime.md");
  const example = readRepositoryFile("examples/10-realtime-voice.mjs");

  it("shows the code of the example, which takes fewer than ten lines", () => {
    const snippet = example.split("// --- begin\n")[1]?.split("// --- end")[0] ?? "";
    expect(page).toContain(`\`\`\`js\n${snippet}\`\`\`\n`);
    const lines = snippet.split("\n").filter((line) => line.trim() !== "");
    expect(lines.length).toBeLessThan(10);
  });
});

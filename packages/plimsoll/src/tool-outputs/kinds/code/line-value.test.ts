import { describe, expect, it } from "vitest";
import { lineValue } from "./line-value.js";

describe("the worth of a line of code", () => {
  it.each([
    "def compose(self) -> ComposeResult:",
    "    def on_mount(self) -> None:",
    "export class SessionBrowser {",
    "static int parse_header(const char *text, size_t length)",
    "public List<String> names(int limit) throws IOException {",
  ])("is that of a declaration: %s", (line) => {
    expect(lineValue(line)).toBeGreaterThanOrEqual(70);
  });

  it.each([
    "        yield Header()",
    "    raise ValueError(message)",
    "    assert is_ready(client)",
    "    return render(page)",
    "    not is_ready(client)",
  ])("is not that of a declaration for a statement: %s", (line) => {
    expect(lineValue(line)).toBeLessThan(50);
  });
});

import { describe, expect, it } from "vitest";
import { type SessionScript, script } from "./ledger-test-support.js";

const files = (session: SessionScript): string[] =>
  session
    .checkpoint()
    .files.map(({ path, action, movedTo }) => `${path} ${action}${movedTo && ` ${movedTo}`}`);

describe("the file ledger", () => {
  it.each([
    ["read_file", { path: "src/a.ts" }, "src/a.ts read"],
    ["Read", { file_path: "/repo/b.py", offset: 3 }, "/repo/b.py read"],
    ["write_file", { path: "src/new.ts", content: "x" }, "src/new.ts created"],
    ["Edit", { file_path: "src/a.ts", old_string: "a", new_string: "b" }, "src/a.ts changed"],
    ["editor", { command: "str_replace", path: "/w/a.ts", old_str: "a", new_str: "b" }, "/w/a.ts changed"],
    ["editor", { command: "view", path: "/w/a.ts" }, "/w/a.ts read"],
    ["editor", { command: "create", path: "/w/n.ts", file_text: "t" }, "/w/n.ts created"],
    ["delete_file", { target_file: "old.txt" }, "old.txt deleted"],
    ["search_and_replace", { path: "src/a.ts", search: "a", replace: "b" }, "src/a.ts changed"],
    ["replace_symbol", { name_path: "Foo/bar", relative_path: "src/a.py", body: "x" }, "src/a.py changed"],
    ["save_document", { document: "notes/plan.md", body: "…" }, "notes/plan.md created"],
  ])("reads what %s does from %j", (name, input, expected) => {
    expect(files(script().tool(name, input, "ok"))).toEqual([expected]);
  });

  it("counts a change once, whether or not the result reports it too", () => {
    const changes = (session: SessionScript): string[] =>
      session.checkpoint().files.map(({ action, changes: count }) => `${action} ${count}`);
    const file_path = "/repo/js/app.js";
    const session = script().tool(
      "Write",
      { file_path, content: "x" },
      `File created successfully at: ${file_path}`,
    );
    expect(changes(session)).toEqual(["created 1"]);
    const edit = { file_path, old_string: "x", new_string: "y" };
    session.tool("Edit", edit, `The file ${file_path} has been updated. Here is a snippet:\n1→y`);
    session.tool("Edit", { ...edit, file_path: "js/app.js" }, `${file_path} was successfully edited.`);
    expect(changes(session).sort()).toEqual(["changed 1", "changed 2"]);
    expect(files(script().tool("build", { target: "site" }, "Wrote out/index.html"))).toEqual([
      "out/index.html changed",
    ]);
  });

  it("follows a file that is moved", () => {
    expect(files(script().tool("move_file", { source: "a.ts", destination: "b.ts" }, "ok"))).toEqual([
      "a.ts moved b.ts",
      "b.ts created",
    ]);
  });

  it("reads the headers of a patch, also inside of a shell command", () => {
    const patch =
      "*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: b.ts\n*** Delete File: c.ts\n*** End Patch";
    const expected = ["a.ts created", "b.ts changed", "c.ts deleted"];
    expect(files(script().tool("apply_patch", patch, "Success."))).toEqual(expected);
    const command = ["bash", "-lc", `apply_patch <<'EOF'\n${patch}\nEOF`];
    expect(files(script().tool("shell", { command }, "Success."))).toEqual(expected);
  });

  it("reads redirections and the programs that move and remove", () => {
    const command =
      "cd /srv && echo 'x > y.txt' > out.txt; cat in.txt >> log.txt 2>/dev/null\n" +
      "rm -rf 'old dir/x.txt' && mv a.ts b.ts && cp b.ts c.ts && git mv d.ts e.ts && sed -i 's/a/b/' f.ts && sed -n 1,5p g.ts";
    expect(files(script().tool("bash", { command }, ""))).toEqual([
      "/srv/out.txt created",
      "/srv/in.txt read",
      "/srv/log.txt changed",
      "/srv/a.ts moved /srv/b.ts",
      "/srv/b.ts created",
      "/srv/c.ts created",
      "/srv/d.ts moved /srv/e.ts",
      "/srv/e.ts created",
      "/srv/f.ts changed",
      "/srv/g.ts read",
    ]);
  });

  it("believes a result that says what happened", () => {
    const session = script()
      .tool("generate", { kind: "model" }, "Created 2 files.\nWrote src/models/user.ts successfully.")
      .tool("sync", {}, "The file docs/index.md has been updated.");
    expect(files(session)).toEqual(["src/models/user.ts changed", "docs/index.md changed"]);
  });

  it("notes nothing for a call that failed, and keeps a change above a later read", () => {
    const session = script()
      .call("edit_file", { path: "a.ts", old_string: "x", new_string: "y" })
      .result("old_string not found", true)
      .tool("edit_file", { path: "b.ts", old_string: "x", new_string: "y" }, "ok")
      .tool("read_file", { path: "b.ts" }, "y");
    expect(session.checkpoint().files).toMatchObject([
      {
        path: "b.ts",
        action: "changed",
        actions: ["changed", "read"],
        provenance: { items: ["i3", "i5"], by: "tool" },
      },
    ]);
  });
});

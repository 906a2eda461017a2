import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { FolderWatch } from "./folder-watch.js";

describe("a watch over a folder", () => {
  it("watches folders below it, newest names first, as deep and as many as it may", async () => {
    const folder = await mkdtemp(join(tmpdir(), "plimsoll-watch-"));
    for (const name of ["a", "b", "c/d/e", ".git/objects", "node_modules/x"])
      await mkdir(join(folder, name), { recursive: true });
    const sizeOf = async (bounds: { maxDepth?: number; maxFolders?: number }, size: number) => {
      const watch = new FolderWatch(folder, { ...bounds, onChange: () => {} });
      onTestFinished(() => watch.close());
      await expect.poll(() => watch.size, { timeout: 30_000 }).toBe(size);
    };
    await sizeOf({}, 6);
    await sizeOf({ maxDepth: 1 }, 4);
    await sizeOf({ maxFolders: 3 }, 3);
  });

  it("goes on with folders that come later, and holds nothing after its end", async () => {
    const folder = await mkdtemp(join(tmpdir(), "plimsoll-watch-"));
    const watch = new FolderWatch(folder, { onChange: () => {} });
    await mkdir(join(folder, "2026/11/18"), { recursive: true });
    await expect.poll(() => watch.size, { timeout: 30_000 }).toBe(4);
    watch.close();
    expect(watch.size).toBe(0);
  });

  it("does without a folder that is not there", () => {
    const watch = new FolderWatch(join(tmpdir(), "plimsoll-nothing-here"), { onChange: () => {} });
    expect(watch.size).toBe(0);
    watch.close();
  });
});

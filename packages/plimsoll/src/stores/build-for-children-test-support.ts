import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const stores = fileURLToPath(new URL(".", import.meta.url));

/**
 * Builds a source of `stores/`, as it is now, to `stores.mjs` in a folder: plain Node runs the child processes of a test.
 */
export async function buildForChildren(folder: string, source: string): Promise<void> {
  await writeFile(join(folder, "entry.js"), `export * from "${stores}${source}";\n`);
  await build({
    configFile: false,
    logLevel: "silent",
    root,
    build: {
      ssr: join(folder, "entry.js"),
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: "stores.mjs" } },
    },
  });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
}

import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** Relative addresses: the page is served below any path. */
export default defineConfig({
  root: fileURLToPath(new URL("app", import.meta.url)),
  base: "./",
  logLevel: "warn",
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL("dist/app", import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
    reportCompressedSize: false,
    // What the page is made of, with the words that its licences ask for.
    license: { fileName: "licenses.md" },
  },
});

import { defineConfig } from "vite";

// The page must play from any folder of any file server: every address in it is relative.
export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    outDir: "dist",
    assetsInlineLimit: 0, // a data: address would need a looser security policy
    modulePreload: { polyfill: false },
    sourcemap: false,
    chunkSizeWarningLimit: 600,
  },
  server: { fs: { allow: [".."] } }, // the editor's forms are made of ../docs/schema and ../data
  worker: { format: "es" },
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
});

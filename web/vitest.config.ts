import { defineConfig } from "vitest/config";

export default defineConfig({
  server: { fs: { allow: [".."] } }, // the editor's forms are made of ../docs/schema and ../data
  test: { include: ["test/unit/**/*.test.ts"], environment: "node" },
});

import { defineConfig } from "vitest/config";

// One real Chromium, one after the other: two at once would fight over the processor and prove nothing.
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    environment: "node",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    maxWorkers: 1,
    reporters: ["verbose"],
    minWorkers: 1,
  },
});

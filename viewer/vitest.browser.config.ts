import { defineConfig } from "vitest/config";

// Tests in Debian's Chromium. They wait for states, never for a time; the limits are for a slow machine that draws in software.
export default defineConfig({
  test: { include: ["e2e/**/*.test.ts"], environment: "node", testTimeout: 120_000, hookTimeout: 120_000, fileParallelism: false },
});

import { defineConfig } from "vitest/config";
import { onePage } from "./page/one_page";

// One self-contained file, page.html. STICTION_PAGE_FOLDER says where; CMake sets it to build/viewer.
export default defineConfig({
  build: {
    outDir: process.env["STICTION_PAGE_FOLDER"] ?? "dist",
    emptyOutDir: false,
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 1 << 20,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 2048,
    reportCompressedSize: false,
    rollupOptions: { output: { inlineDynamicImports: true } },
  },
  plugins: [onePage()],
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // The content security policy allows no `data:` address: every asset stays a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ["safari16.4", "chrome111"],
    // `light-dark()` is left as it is written: the webviews know it.
    cssTarget: ["safari17.5", "chrome123"],
  },
  server: { port: 5173, strictPort: true },
  test: {
    environment: "jsdom",
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    css: false,
    testTimeout: 30_000,
  },
  // Tests mount components: they need Svelte's browser build.
  ...(process.env["VITEST"] ? { resolve: { conditions: ["browser"] } } : {}),
});

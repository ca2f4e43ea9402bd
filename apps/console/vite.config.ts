import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

export default defineConfig({
  plugins: [react()],
  // Service during development: `pnpm dev` next to `pnpm start`.
  server: { proxy: { "^/(v1|v2|docs|openapi.json|livez|oidc|sign-in/)": "http://127.0.0.1:8080" } },
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    // The main style sheet is in the body, behind sheets that are added to the head and whose rules
    // would therefore lose.
    cssCodeSplit: false,
    sourcemap: false,
    reportCompressedSize: false,
    // No prefetching by inline script, which the content security policy forbids.
    modulePreload: { polyfill: false },
  },
})

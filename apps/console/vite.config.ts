import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

export default defineConfig({
  plugins: [react()],
  // The service that answers while one develops: `pnpm dev` beside `pnpm start`.
  server: { proxy: { "^/(v1|v2|docs|openapi.json|livez|oidc|sign-in/)": "http://127.0.0.1:8080" } },
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    // The sheet of all pages stands in the body, behind whatever is added to the head: the few
    // rules that only one page has would lose to it.
    cssCodeSplit: false,
    sourcemap: false,
    reportCompressedSize: false,
    // Nothing is prefetched by inline script: the policy of the page allows none.
    modulePreload: { polyfill: false },
  },
})

import { MantineProvider } from "@mantine/core"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { Closing, Notices } from "./app/notices.tsx"
import { Speaking } from "./app/preferences.tsx"
import { queries } from "./app/queries.ts"
import { router } from "./app/router.tsx"
import { theme } from "./app/theme.ts"
import { reloadOnce } from "./app/upgrade.ts"

/** The policy of the page lets in the style elements that have it, and no others. */
const nonce = document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? ""

// Where the component library locks scrolling, a library below it asks for this name.
Object.assign(globalThis, { __webpack_nonce__: nonce })

window.addEventListener("vite:preloadError", () => reloadOnce(Date.now()))

const root = document.getElementById("console")
if (root !== null) {
  document.querySelector(".begun")?.remove()
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queries}>
          <Speaking>
            <Closing>
              <RouterProvider router={router} />
              <Notices />
            </Closing>
          </Speaking>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

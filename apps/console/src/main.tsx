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

/** Nonce of the page's content security policy, which allows only style elements that have it. */
const nonce = document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? ""

// A dependency of the component library, which locks scrolling, reads the nonce from this global.
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

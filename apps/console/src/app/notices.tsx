import { MantineThemeProvider } from "@mantine/core"
import { Notifications } from "@mantine/notifications"
import { type ReactNode, useMemo } from "react"
import { useTexts } from "../texts/languages.ts"

/** What can be closed is closed by a button that has a name. */
export const Closing = ({ children }: { readonly children: ReactNode }) => {
  const { common } = useTexts()
  const theme = useMemo(() => {
    const named = { defaultProps: { closeButtonProps: { "aria-label": common.close } } }
    return { components: { Modal: named, Drawer: named, Notification: named } }
  }, [common])
  return (
    <MantineThemeProvider inherit theme={theme}>
      {children}
    </MantineThemeProvider>
  )
}

/** Where notifications are shown: not over the buttons of a sheet. */
export const Notices = () => <Notifications position="bottom-left" />

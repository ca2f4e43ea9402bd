import { MantineThemeProvider } from "@mantine/core"
import { Notifications, notifications } from "@mantine/notifications"
import { type ReactNode, useEffect, useMemo } from "react"
import { tellRefusals } from "../api/write.ts"
import { useTexts } from "../texts/languages.ts"

/**
 * What can be closed is closed by a button that has a name. The head of a dialog is no landmark:
 * one dialog may stand over another.
 */
export const Closing = ({ children }: { readonly children: ReactNode }) => {
  const { common } = useTexts()
  const theme = useMemo(() => {
    const closeButtonProps = { "aria-label": common.close }
    const dialog = { defaultProps: { closeButtonProps, attributes: { header: { role: "none" } } } }
    const notice = { defaultProps: { closeButtonProps } }
    return { components: { Modal: dialog, Drawer: dialog, Notification: notice } }
  }, [common])
  return (
    <MantineThemeProvider inherit theme={theme}>
      {children}
    </MantineThemeProvider>
  )
}

/** Where notifications are shown: not over the buttons of a sheet. On narrow screens, above. */
export const Notices = () => {
  const { trouble } = useTexts()
  useEffect(() => {
    tellRefusals(({ message }) =>
      // It stays until it is closed: its place is gone, so nothing else says it.
      notifications.show({ title: trouble.title, message, color: "red", autoClose: false }),
    )
  }, [trouble])
  return <Notifications position="bottom-left" />
}

import { MantineThemeProvider } from "@mantine/core"
import { Notifications, notifications } from "@mantine/notifications"
import { type ReactNode, useEffect, useMemo } from "react"
import { tellRefusals } from "../api/write.ts"
import { useTexts } from "../texts/languages.ts"

/**
 * Gives every close button a label. The head of a dialog is not a landmark, because dialogs can be
 * stacked.
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

/** Position of notifications: not over the buttons of a sheet, and at the top of narrow screens. */
export const Notices = () => {
  const { trouble } = useTexts()
  useEffect(() => {
    tellRefusals(({ message }) =>
      // It stays until it is closed, because its place is no longer on the page.
      notifications.show({ title: trouble.title, message, color: "red", autoClose: false }),
    )
  }, [trouble])
  return <Notifications position="bottom-left" />
}

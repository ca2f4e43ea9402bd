import { MantineThemeProvider } from "@mantine/core"
import { Notifications } from "@mantine/notifications"
import { useTexts } from "../texts/languages.ts"

/** Where notifications are shown. Each can be closed by a button that has a name. */
export const Notices = () => {
  const { common } = useTexts()
  const closeButtonProps = { "aria-label": common.close }
  return (
    <MantineThemeProvider
      inherit
      theme={{ components: { Notification: { defaultProps: { closeButtonProps } } } }}
    >
      <Notifications position="bottom-right" />
    </MantineThemeProvider>
  )
}

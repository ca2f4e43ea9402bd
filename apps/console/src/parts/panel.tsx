import {
  type DrawerProps,
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type ModalProps,
} from "@mantine/core"
import { usePanel } from "../core/panels.ts"
import { useTexts } from "../texts/languages.ts"

/** Dialog over the page. The browser's Back closes it and does not leave the page. */
export const Modal = (props: ModalProps) => {
  const { common } = useTexts()
  usePanel(props.opened, props.onClose)
  return <MantineModal closeButtonProps={{ "aria-label": common.close }} centered {...props} />
}

/** Panel at an edge of the page without an address of its own. The browser's Back closes it. */
export const Drawer = (props: DrawerProps) => {
  const { common } = useTexts()
  usePanel(props.opened, props.onClose)
  return <MantineDrawer closeButtonProps={{ "aria-label": common.close }} {...props} />
}

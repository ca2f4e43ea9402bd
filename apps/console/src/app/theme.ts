import { createTheme, type MantineColorsTuple } from "@mantine/core"

/** Brand colour, from light to dark. */
const quay: MantineColorsTuple = [
  "#e9fbf4",
  "#d2f4e6",
  "#a5e8cd",
  "#73dab1",
  "#45c795",
  "#22ab7b",
  "#108a63",
  "#0b7a5b",
  "#0a614a",
  "#084a39",
]

export const theme = createTheme({
  colors: { quay },
  primaryColor: "quay",
  primaryShade: { light: 7, dark: 7 },
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", monospace',
  headings: { fontWeight: "640", sizes: { h1: { fontSize: "1.625rem", lineHeight: "1.25" } } },
  components: {
    // A menu stays next to its button, within a landmark, and contains only items.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    // Options that open automatically would cover the error text to which the focus moves. Enter
    // chooses the first matching option.
    Select: { defaultProps: { openOnFocus: false, selectFirstOptionOnChange: true } },
    MultiSelect: { defaultProps: { openOnFocus: false, selectFirstOptionOnChange: true } },
    // Fields in a row line up, even if one of them has a help text below.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
    },
  },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  focusRing: "auto",
})

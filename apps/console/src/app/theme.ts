import { createTheme, type MantineColorsTuple } from "@mantine/core"

/** The colour of the house, light to dark. */
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
    // A menu stands where its button does, within a landmark, and has nothing but items.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    // Options that open by themselves would cover what was refused, where the focus is moved to it.
    // Whoever types a name presses Enter next, and means the first that is left.
    Select: { defaultProps: { openOnFocus: false, selectFirstOptionOnChange: true } },
    MultiSelect: { defaultProps: { openOnFocus: false, selectFirstOptionOnChange: true } },
    // Fields that stand side by side line up, whatever help stands below one of them.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
    },
  },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  focusRing: "auto",
})

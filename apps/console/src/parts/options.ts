/** Which options of a field are drawn. */

export interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

/** The most options that are drawn at once: nobody reads through more, and typing finds each. */
const mostOptions = 100

/** Those whose label has what was typed, and a last line that says how many more typing finds. */
export const optionsShown = (
  options: ReadonlyArray<Option>,
  typed: string,
  sayOthers: (count: number) => string,
): Array<Option> => {
  const words = typed.trim().toLowerCase()
  const found = options.filter(({ label }) => label.toLowerCase().includes(words))
  if (found.length <= mostOptions) return found
  const others = { value: "", label: sayOthers(found.length - mostOptions), disabled: true }
  return [...found.slice(0, mostOptions), others]
}

/** Selects the options of a field that are drawn. */

export interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

export interface Group {
  readonly group?: unknown
  readonly items: ReadonlyArray<Option>
}

const isGroup = (entry: Option | Group): entry is Group => "items" in entry

/** Maximum number of options drawn at once. No one reads through more, and typing finds each. */
const mostOptions = 100

/**
 * Returns the options whose label contains the typed text, and a last line with the number of
 * further matches.
 */
export const optionsShown = (
  entries: ReadonlyArray<Option | Group>,
  typed: string,
  sayOthers: (count: number) => string,
): Array<Option | Group> => {
  const words = typed.trim().toLowerCase()
  let found = 0
  const take = (options: ReadonlyArray<Option>): ReadonlyArray<Option> => {
    const matching = options.filter(({ label }) => label.toLowerCase().includes(words))
    const taken = matching.slice(0, Math.max(0, mostOptions - found))
    found += matching.length
    return taken
  }
  const shown = entries.flatMap((entry): ReadonlyArray<Option | Group> => {
    if (!isGroup(entry)) return take([entry])
    const items = take(entry.items)
    return items.length === 0 ? [] : [{ ...entry, items }]
  })
  if (found <= mostOptions) return shown
  return [...shown, { value: "", label: sayOthers(found - mostOptions), disabled: true }]
}

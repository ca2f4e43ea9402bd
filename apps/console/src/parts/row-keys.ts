import { useEffect, useRef } from "react"

/** `j` and `k` move through the links of a table's rows; `x` selects the focused row. */
export const useRowKeys = (toggle: (id: string) => void) => {
  const table = useRef<HTMLTableElement>(null)
  const act = useRef(toggle)
  act.current = toggle
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (/^(INPUT|TEXTAREA|SELECT)$/u.test(target.tagName)) return
      if (document.querySelector('[aria-modal="true"]') !== null) return
      const links = [...(table.current?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])]
      const row = target.closest<HTMLElement>("[data-row]")
      const at = links.findIndex((link) => row?.contains(link) ?? false)
      if (event.key === "j") links[Math.min(at + 1, links.length - 1)]?.focus()
      else if (event.key === "k") links[Math.max(at - 1, 0)]?.focus()
      else if (event.key === "x" && row?.dataset["row"] !== undefined)
        act.current(row.dataset["row"])
      else return
      event.preventDefault()
    }
    document.addEventListener("keydown", press)
    return () => document.removeEventListener("keydown", press)
  }, [])
  return table
}

import { useEffect, useRef } from "react"

/**
 * Keeps the open tab in view on narrow screens, where tabs scroll; `data-more` marks the edges with
 * hidden tabs. Late fonts and rotation move tabs.
 */
export const useTabStrip = (tab: string, count: number) => {
  const strip = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place
  useEffect(() => {
    const list = strip.current?.firstElementChild
    if (!list) return
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = list
      const edges = []
      if (scrollLeft > 1) edges.push("start")
      if (scrollWidth - clientWidth - scrollLeft > 1) edges.push("end")
      strip.current?.setAttribute("data-more", edges.join(" "))
    }
    const show = () => {
      const chosen = list.querySelector('[aria-selected="true"]')?.getBoundingClientRect()
      const whole = list.getBoundingClientRect()
      if (chosen !== undefined) {
        list.scrollLeft += chosen.left + chosen.width / 2 - whole.left - whole.width / 2
      }
      mark()
    }
    show()
    const watch = new ResizeObserver(show)
    for (const each of [list, ...list.children]) watch.observe(each)
    list.addEventListener("scroll", mark, { passive: true })
    return () => {
      watch.disconnect()
      list.removeEventListener("scroll", mark)
    }
  }, [tab, count])
  return strip
}

import { useEffect, useRef } from "react"

interface Panel {
  readonly close: () => void
}

const open: Array<Panel> = []

/** Closes the panel that was opened last; false if none is open. */
export const closeNewestPanel = (): boolean => {
  const newest = open.at(-1)
  newest?.close()
  return newest !== undefined
}

/** Registers a panel over the page while it is open, so that the browser's Back closes it. */
export const usePanel = (isOpen: boolean, close: () => void): void => {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!isOpen) return
    const panel: Panel = { close: () => latest.current() }
    open.push(panel)
    return () => void open.splice(open.indexOf(panel), 1)
  }, [isOpen])
}

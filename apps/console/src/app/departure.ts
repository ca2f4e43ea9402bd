import { useBlocker } from "@tanstack/react-router"
import { closeNewestPanel } from "../core/panels.ts"
import { hasWork } from "../core/work.ts"
import { useTexts } from "../texts/languages.ts"

/** Returns a function that is true if no input is lost, or if the person confirms its loss. */
export const useMayLeave = () => {
  const { common } = useTexts()
  return (): boolean => !hasWork() || window.confirm(common.leave)
}

interface Place {
  readonly pathname: string
  readonly search: object
}

/** A change of the `#` part only, such as the link past the navigation, does not leave the page. */
const isElsewhere = (next: Place, current: Place): boolean =>
  next.pathname !== current.pathname ||
  JSON.stringify(next.search) !== JSON.stringify(current.search)

/**
 * Asks for a confirmation before a page or tab with unsaved input is left. Back first closes a
 * panel over the page, because on a phone it is the nearest button.
 */
export const useLeaving = (): void => {
  const mayLeave = useMayLeave()
  useBlocker({
    shouldBlockFn: ({ action, current, next }) =>
      (action === "BACK" && closeNewestPanel()) || (isElsewhere(next, current) && !mayLeave()),
    enableBeforeUnload: hasWork,
  })
}

import { useBlocker } from "@tanstack/react-router"
import { hasWork } from "../core/work.ts"
import { useTexts } from "../texts/languages.ts"

/** Whether nothing that is typed is lost, or somebody says that it may be. */
export const useMayLeave = () => {
  const { common } = useTexts()
  return (): boolean => !hasWork() || window.confirm(common.leave)
}

interface Place {
  readonly pathname: string
  readonly search: object
}

/** Not what differs behind the `#` alone, such as the way past the navigation. */
const isElsewhere = (next: Place, current: Place): boolean =>
  next.pathname !== current.pathname ||
  JSON.stringify(next.search) !== JSON.stringify(current.search)

/** Asks before a page or its tab is left on which somebody has typed what is not saved. */
export const useLeaving = (): void => {
  const mayLeave = useMayLeave()
  useBlocker({
    shouldBlockFn: ({ current, next }) => isElsewhere(next, current) && !mayLeave(),
    enableBeforeUnload: hasWork,
  })
}

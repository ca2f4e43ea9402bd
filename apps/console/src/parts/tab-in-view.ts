import { useEffect } from "react"

/** Narrow screens scroll their tabs: the one that an address leads to is in view. */
export const useTabInView = (tab: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place
  useEffect(() => {
    document
      .querySelector('#content [role="tab"][aria-selected="true"]')
      ?.scrollIntoView({ inline: "center", block: "nearest" })
  }, [tab])
}

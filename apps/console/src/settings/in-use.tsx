import { Switch } from "@mantine/core"
import type { QueryKey } from "@tanstack/react-query"
import { useWrite } from "../api/write.ts"
import { Trouble } from "../app/states.tsx"
import { useTexts } from "../texts/languages.ts"

/** Enabled state: a switch for people who may change it, and a word for others. */
export const InUse = (props: {
  readonly name: string
  readonly isEnabled: boolean
  readonly isOpen: boolean
  readonly send: (enabled: boolean) => Promise<unknown>
  readonly refreshes: ReadonlyArray<QueryKey>
}) => {
  const { settings, common } = useTexts()
  const { name, isEnabled, isOpen, send, refreshes } = props
  const write = useWrite({ send, refreshes, isInOrder: true })
  if (!isOpen) return isEnabled ? common.yes : common.no
  return (
    <>
      <Switch
        aria-label={settings.isEnabled(name)}
        checked={write.isPending ? write.variables : isEnabled}
        onChange={(event) => write.mutate(event.currentTarget.checked)}
      />
      <Trouble failure={write.error} />
    </>
  )
}

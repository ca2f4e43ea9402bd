import { ActionIcon } from "@mantine/core"
import { IconDownload } from "@tabler/icons-react"
import type { useWrite } from "../api/write.ts"
import { Trouble } from "../app/states.tsx"

interface Given {
  readonly label: string
  readonly save: Pick<
    ReturnType<typeof useWrite<undefined, Blob>>,
    "isPending" | "mutate" | "error"
  >
}

/** Button that saves a row's file, and its error. */
export const SaveFile = ({ label, save }: Given) => (
  <>
    <ActionIcon
      variant="subtle"
      color="gray"
      loading={save.isPending}
      aria-label={label}
      onClick={() => save.mutate(undefined)}
    >
      <IconDownload size={16} />
    </ActionIcon>
    <Trouble failure={save.error} />
  </>
)

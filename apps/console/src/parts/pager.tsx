import { ActionIcon } from "@mantine/core"
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react"
import { useFormat } from "../core/format.ts"
import { useTexts } from "../texts/languages.ts"

/** Position in a paged list, and buttons to other pages. */
export const Pager = (props: {
  readonly count: number
  readonly page: number
  readonly size: number
  readonly go: (page: number) => void
}) => {
  const { common } = useTexts()
  const format = useFormat()
  const { count, page, size, go } = props
  const from = (page - 1) * size + 1
  const to = Math.min(page * size, count)
  if (count === 0) return null
  return (
    <div className="pager">
      <span>
        {common.of(format.count(Math.min(from, count)), format.count(to), format.count(count))}
      </span>
      <ActionIcon
        variant="default"
        aria-label={common.previousPage}
        disabled={page <= 1}
        onClick={() => go(page - 1)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={common.nextPage}
        disabled={to >= count}
        onClick={() => go(page + 1)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </div>
  )
}

import { Button, Loader } from "@mantine/core"
import { IconCloudOff, IconMapQuestion, IconMoodSad } from "@tabler/icons-react"
import { type ErrorComponentProps, Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { ConnectionLost, isGone, isMissing, OtherPerson, Refusal } from "../api/failure.ts"
import { currentSession } from "../api/session.ts"
import { useTexts } from "../texts/languages.ts"
import { EndNote } from "./session-end.tsx"

/** Empty state of a list or page, with what to do next. */
export const Empty = (props: {
  readonly icon?: ReactNode
  readonly title: string
  readonly help?: string | undefined
  /** True if nothing else is on the page. */
  readonly isPage?: boolean
  readonly children?: ReactNode
}) => (
  <div className="empty">
    {props.icon === undefined ? null : <div className="empty-icon">{props.icon}</div>}
    {props.isPage === true ? <h1>{props.title}</h1> : <h2>{props.title}</h2>}
    {props.help === undefined ? null : <p>{props.help}</p>}
    {props.children}
  </div>
)

export const Waiting = () => {
  const { common } = useTexts()
  return (
    <div className="waiting" role="status" aria-label={common.loading}>
      <Loader type="dots" aria-hidden />
    </div>
  )
}

/** Page shown until the signed-in person is known. */
export const WaitingPage = () => (
  <main className="waiting-page">
    <Waiting />
  </main>
)

export const NotFound = () => {
  const { trouble } = useTexts()
  return (
    <Empty
      icon={<IconMapQuestion size={28} />}
      isPage
      title={trouble.notFound}
      help={trouble.notFoundHelp}
    >
      <Button component={Link} to="/" variant="light">
        {trouble.home}
      </Button>
    </Empty>
  )
}

/** Screen shown after an error: a refusal by the service, or a defect of the console. */
export const Crash = ({ error, reset }: ErrorComponentProps<unknown>) => {
  const { trouble, common } = useTexts()
  if (isMissing(error)) return <NotFound />
  if (error instanceof OtherPerson) return <EndNote />
  const isLost = error instanceof ConnectionLost
  const isRefused = error instanceof Refusal
  const help = isLost
    ? trouble.lostHelp
    : isRefused
      ? error.message
      : `${trouble.crashedHelp} (${error instanceof Error ? error.message : error})`
  const title = isLost ? trouble.lost : isRefused ? trouble.title : trouble.crashed
  const icon = isLost ? <IconCloudOff size={28} /> : <IconMoodSad size={28} />
  return (
    <Empty icon={icon} title={title} help={help}>
      <Button variant="light" onClick={() => (isLost || isRefused ? reset() : location.reload())}>
        {isLost || isRefused ? common.retry : trouble.reload}
      </Button>
    </Empty>
  )
}

/** Error of a query or a write, shown next to the place that caused it. */
export const Trouble = (props: {
  readonly failure: unknown
  readonly retry?: () => void
  /** JSON pointers of fields that show their own errors. */
  readonly shownFields?: ReadonlyArray<string>
}) => {
  const { trouble, common } = useTexts()
  const { failure, retry, shownFields = [] } = props
  if (failure === null || failure === undefined) return null
  // A form shows it next to its button; data that was read stays on the page. A refused token on
  // the sign-in page is not an ended session.
  const isEnd = failure instanceof OtherPerson || (isGone(failure) && currentSession() !== null)
  if (isEnd) return props.shownFields ? <EndNote /> : null
  const isRefused = failure instanceof Refusal
  const hasFaults = isRefused && failure.problem.errors.length > 0
  const lines = isRefused ? [...(hasFaults ? failure.except(shownFields) : [failure.message])] : []
  if (failure instanceof ConnectionLost) lines.push(`${trouble.lost} ${trouble.lostAgain}`)
  else if (!isRefused) lines.push(trouble.crashedHelp)
  if (lines.length === 0) return null
  return (
    <div className="trouble" role="alert" tabIndex={-1}>
      <strong>{trouble.title}</strong>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {isRefused ? <small>{trouble.reference(failure.problem.request_id)}</small> : null}
      {retry === undefined ? null : (
        <Button size="compact-sm" variant="light" color="red" onClick={retry}>
          {common.retry}
        </Button>
      )}
    </div>
  )
}

import { Kbd } from "@mantine/core"
import { useNavigate } from "@tanstack/react-router"
import { Fragment, useEffect, useRef, useState } from "react"
import type { Me } from "../api/records.ts"
import { Modal } from "../parts/panel.tsx"
import { useTexts } from "../texts/languages.ts"
import { destinationsOf } from "./navigation.tsx"
import { useTheme } from "./preferences.tsx"

const sequenceMs = 1_200

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/u.test(target.tagName))

const focusSearch = (): boolean => {
  const field = document.querySelector<HTMLInputElement>("[data-search]")
  field?.focus()
  field?.select()
  return field !== null
}

/** Shortcuts such as `g t`, `?` and `/`, which are inactive in fields, and their list. */
export const Shortcuts = ({ me }: { readonly me: Me }) => {
  const [isOpen, open] = useState(false)
  const going = useRef(0)
  const navigate = useNavigate()
  const { scheme, choose } = useTheme()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('[aria-modal="true"]') !== null) return
      const isGoing = event.timeStamp - going.current < sequenceMs
      going.current = 0
      const place = isGoing ? destinationsOf(me).find(({ key }) => key === event.key) : undefined
      if (place !== undefined) void navigate({ to: place.to })
      else if (event.key === "g") going.current = event.timeStamp
      else if (event.key === "?") open(true)
      else if (event.key === "t") choose(scheme === "dark" ? "light" : "dark")
      else if (event.key !== "/" || !focusSearch()) return
      event.preventDefault()
    }
    document.addEventListener("keydown", press)
    return () => document.removeEventListener("keydown", press)
  }, [me, navigate, scheme, choose])
  const { keys } = useTexts()
  return (
    <Modal opened={isOpen} onClose={() => open(false)} title={keys.title} size="lg">
      <KeyList me={me} />
    </Modal>
  )
}

const KeyList = ({ me }: { readonly me: Me }) => {
  const { keys, nav } = useTexts()
  const anywhere: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
    [["Ctrl", "K"], keys.palette],
    [["?"], keys.help],
    [["/"], keys.search],
    [["t"], keys.toggleTheme],
    ...destinationsOf(me).map(({ key, name }) => [["g", key], keys.goTo(nav[name])] as const),
  ]
  const lists: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
    [["j"], keys.next],
    [["k"], keys.previous],
    [["Enter"], keys.open],
    [["x"], keys.select],
    [["c"], keys.code],
    [["Esc"], keys.close],
  ]
  return (
    <div className="key-lists">
      <Keys title={keys.anywhere} rows={anywhere} />
      <Keys title={keys.inLists} rows={lists} />
    </div>
  )
}

const Keys = (props: {
  readonly title: string
  readonly rows: ReadonlyArray<readonly [ReadonlyArray<string>, string]>
}) => (
  <section>
    <h3>{props.title}</h3>
    <dl className="keys">
      {props.rows.map(([keys, what]) => (
        <Fragment key={what}>
          <dt>{what}</dt>
          <dd>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dd>
        </Fragment>
      ))}
    </dl>
  </section>
)

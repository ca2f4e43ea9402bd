import { IconSearch } from "@tabler/icons-react"
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import type { Me } from "../api/records.ts"
import { useTexts } from "../texts/languages.ts"
import { mostText, type Stage } from "./palette-stage.ts"
import { loadAhead } from "./upgrade.ts"

const load = () => import("./palette.tsx")
const Palette = lazy(async () => ({ default: (await load()).Palette }))

const openEvent = "outlay.palette"

/** Opens the command palette. */
export const openPalette = (): void => void document.dispatchEvent(new Event(openEvent))

/** Runs a function when the browser is idle, or soon if the browser does not report it. */
const whenIdle = (act: () => void): (() => void) => {
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(act, 2_000)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(act)
  return () => cancelIdleCallback(request)
}

/** Returns the focus to the previously focused element when the palette closes. */
const useFocusBack = () => {
  const before = useRef<Element | null>(null)
  const saveFocus = useCallback(() => {
    before.current = document.activeElement
  }, [])
  const giveBack = useCallback(() => {
    const last = document.activeElement
    // The chosen action may move the focus; then it stays there.
    setTimeout(() => {
      const now = document.activeElement
      const isFree = now === null || now === document.body || now === last
      if (isFree && before.current instanceof HTMLElement) {
        before.current.focus({ preventScroll: true })
      }
    }, 10)
  }, [])
  return { saveFocus, giveBack }
}

/** Command palette, loaded on first use. */
export const Finding = ({ me }: { readonly me: Me }) => {
  const [wasAsked, ask] = useState(false)
  const [stage, go] = useState<Stage>("closed")
  const [text, write] = useState("")
  const [isEntered, enter] = useState(false)
  const { saveFocus, giveBack } = useFocusBack()
  useEffect(() => whenIdle(() => void loadAhead(load)), [])
  useEffect(() => {
    const open = () => {
      if (stage !== "closed") return
      saveFocus()
      // Synchronously, because the next key already belongs to the field.
      flushSync(() => {
        ask(true)
        enter(false)
        write("")
        go("awaited")
      })
    }
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return
      if (event.shiftKey || event.altKey) return
      event.preventDefault()
      open()
    }
    document.addEventListener(openEvent, open)
    document.addEventListener("keydown", press)
    return () => {
      document.removeEventListener(openEvent, open)
      document.removeEventListener("keydown", press)
    }
  }, [stage, saveFocus])
  const close = useCallback(() => {
    go("closed")
    giveBack()
  }, [giveBack])
  const arrive = useCallback(() => go((was) => (was === "awaited" ? "open" : was)), [])
  return (
    <>
      {stage !== "awaited" ? null : (
        <Field
          text={text}
          write={(changed) => {
            enter(false)
            write(changed)
          }}
          enter={() => enter(true)}
          close={close}
        />
      )}
      {!wasAsked ? null : (
        <Suspense>
          <Palette {...{ me, stage, text, write, arrive, close, isEntered }} />
        </Suspense>
      )}
    </>
  )
}

const takeFocus = (field: HTMLInputElement | null): void => field?.focus({ preventScroll: true })

/**
 * Field that accepts typing before the palette has loaded. It looks like the palette's own field.
 */
const Field = (props: {
  readonly text: string
  readonly write: (text: string) => void
  readonly enter: () => void
  readonly close: () => void
}) => {
  const { keys } = useTexts()
  return (
    <div role="dialog" aria-modal="true" aria-label={keys.palette} className="awaited">
      <IconSearch size={18} aria-hidden />
      <input
        ref={takeFocus}
        value={props.text}
        maxLength={mostText}
        aria-label={keys.palette}
        onChange={(event) => props.write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === "Escape") props.close()
          if (event.key === "Enter") props.enter()
        }}
        onBlur={({ relatedTarget }) => {
          // Only after a click elsewhere in the page, not when another window is activated.
          if (relatedTarget === null && document.hasFocus()) props.close()
        }}
      />
    </div>
  )
}

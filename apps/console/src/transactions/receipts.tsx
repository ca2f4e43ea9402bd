import { ActionIcon, Button, TextInput } from "@mantine/core"
import { IconExternalLink, IconFileText, IconTrash } from "@tabler/icons-react"
import { useState } from "react"
import { useTexts } from "../texts/languages.ts"
import type { PartGiven } from "./draft.ts"

/** An address that a browser may open: never `javascript:` or another scheme. */
const isLink = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === "https:" || url.protocol === "http:")
}

const nameOf = (url: string): string => url.split(/[?#]/u)[0]?.split("/").at(-1) || url

export const Receipts = ({ draft, change, isReadOnly }: PartGiven) => {
  const { sheet } = useTexts()
  const remove = (at: number) =>
    change({ ...draft, receipt_urls: draft.receipt_urls.filter((_, n) => n !== at) })
  return (
    <section className="part" aria-label={sheet.receipts}>
      <h3>{sheet.receipts}</h3>
      {draft.receipt_urls.length === 0 ? <p className="dim">{sheet.noReceipts}</p> : null}
      <ul className="receipts">
        {draft.receipt_urls.map((url, n) => (
          <li key={url}>
            <IconFileText size={18} aria-hidden />
            <a
              href={isLink(url) || url.startsWith("/") ? url : undefined}
              target="_blank"
              rel="noreferrer"
              aria-label={`${sheet.openReceipt(n + 1)}: ${nameOf(url)}`}
            >
              {nameOf(url)} <IconExternalLink size={14} aria-hidden />
            </a>
            {isReadOnly ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={sheet.removeReceipt(n + 1)}
                onClick={() => remove(n)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {isReadOnly ? null : (
        <AddLink add={(url) => change({ ...draft, receipt_urls: [...draft.receipt_urls, url] })} />
      )}
    </section>
  )
}

const AddLink = ({ add }: { readonly add: (url: string) => void }) => {
  const { sheet, common } = useTexts()
  const [text, setText] = useState("")
  const [isWrong, setWrong] = useState(false)
  const submit = () => {
    if (!isLink(text.trim())) return setWrong(true)
    add(text.trim())
    setText("")
  }
  return (
    <div className="row add-link">
      <TextInput
        aria-label={sheet.receiptLink}
        placeholder={sheet.receiptLink}
        type="url"
        value={text}
        maxLength={1000}
        error={isWrong ? sheet.notALink : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setWrong(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return
          event.preventDefault()
          submit()
        }}
      />
      <Button variant="default" onClick={submit} disabled={text.trim() === ""}>
        {common.add}
      </Button>
    </div>
  )
}

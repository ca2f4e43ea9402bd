import { ActionIcon, Button, TextInput } from "@mantine/core"
import { IconExternalLink, IconLink, IconTrash } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Refusal } from "../api/failure.ts"
import * as ask from "../api/queries.ts"
import { useWork } from "../core/work.ts"
import { useTexts } from "../texts/languages.ts"
import type { PartGiven } from "./draft.ts"
import { FileRow } from "./receipt-file.tsx"
import { ReceiptDrop, UploadRow, useUploads } from "./receipt-upload.tsx"

/** True if the address is safe to open: never `javascript:` or another scheme. */
const isLink = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === "https:" || url.protocol === "http:")
}

const nameOf = (url: string): string => url.split(/[?#]/u)[0]?.split("/").at(-1) || url

/**
 * Receipts of an expense: files, which are attached at once, and links, which are saved with the
 * form.
 */
export const Receipts = (props: PartGiven) => {
  const { draft, change, isReadOnly, transaction, failure } = props
  const { sheet } = useTexts()
  const uploads = useUploads(transaction.id, draft.receipt_urls)
  const isOurs = (url: string) => url.startsWith("/")
  const files = useQuery({
    ...ask.receipts(transaction.id),
    enabled: draft.receipt_urls.some(isOurs),
  }).data
  const remove = (url: string) =>
    change({ ...draft, receipt_urls: draft.receipt_urls.filter((each) => each !== url) })
  const error = failure instanceof Refusal ? failure.at("/receipt_urls") : undefined
  return (
    <section className="part" aria-label={sheet.receipts}>
      <h3>{sheet.receipts}</h3>
      {draft.receipt_urls.length === 0 && uploads.all.length === 0 ? (
        <p className="dim">{sheet.noReceipts}</p>
      ) : null}
      <ul className="receipts">
        {draft.receipt_urls.map((url, n) => {
          const file = files?.find((each) => each.url === url)
          return file === undefined ? (
            <LinkRow key={url} url={url} n={n} remove={isReadOnly ? null : () => remove(url)} />
          ) : (
            <FileRow key={url} file={file} isReadOnly={isReadOnly} />
          )
        })}
        {uploads.all.map((upload) => (
          <UploadRow key={upload.key} upload={upload} {...uploads} />
        ))}
      </ul>
      {isReadOnly ? null : (
        <>
          <ReceiptDrop add={uploads.add} />
          <AddLink
            add={(url) => change({ ...draft, receipt_urls: [...draft.receipt_urls, url] })}
          />
          {error === undefined ? null : <p className="over">{error}</p>}
        </>
      )}
    </section>
  )
}

const LinkRow = (props: {
  readonly url: string
  readonly n: number
  readonly remove: (() => void) | null
}) => {
  const { sheet } = useTexts()
  const { url, n, remove } = props
  return (
    <li>
      <IconLink size={18} aria-hidden />
      <a
        href={isLink(url) ? url : undefined}
        target="_blank"
        rel="noreferrer"
        aria-label={`${sheet.openReceipt(n + 1)}: ${nameOf(url)}`}
      >
        {nameOf(url)} <IconExternalLink size={14} aria-hidden />
      </a>
      {remove === null ? null : (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={sheet.removeReceipt(nameOf(url))}
          onClick={remove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </li>
  )
}

const AddLink = ({ add }: { readonly add: (url: string) => void }) => {
  const { sheet, common } = useTexts()
  const [text, setText] = useState("")
  const [isWrong, setWrong] = useState(false)
  // It is not part of the saved values yet.
  useWork(text.trim() !== "")
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

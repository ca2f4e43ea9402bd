import { Button } from "@mantine/core"
import { IconFileText, IconPhoto } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { api, dataOf, ofBusiness } from "../api/client.ts"
import * as ask from "../api/queries.ts"
import type { Receipt } from "../api/records.ts"
import { useWrite } from "../api/write.ts"
import { Trouble, Waiting } from "../app/states.tsx"
import { useFormat } from "../core/format.ts"
import { ConfirmedRemoval } from "../parts/confirm.tsx"
import { download } from "../parts/download.ts"
import { Modal } from "../parts/panel.tsx"
import { SaveFile } from "../parts/save-file.tsx"
import { useTexts } from "../texts/languages.ts"

/** Image types that every browser can display. */
const pictures: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp"])

/** Without a thumbnail, larger images are loaded only on request. */
const maxUnaskedBytes = 1_000_000

/** Attached file: an image is displayed, other files are downloaded. */
export const FileRow = (props: { readonly file: Receipt; readonly isReadOnly: boolean }) => {
  const { file, isReadOnly } = props
  const { sheet } = useTexts()
  const format = useFormat()
  const isPicture = pictures.has(file.media_type)
  const [isOpen, open] = useState(false)
  return (
    <li>
      {isPicture ? <Thumbnail file={file} /> : <IconFileText size={22} aria-hidden />}
      <span className="receipt-name">
        <span>{file.name}</span>
        <small>{format.bytes(file.size)}</small>
      </span>
      {isPicture ? (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={sheet.showReceipt(file.name)}
          onClick={() => open(true)}
        >
          {sheet.show}
        </Button>
      ) : null}
      <Save file={file} />
      {isReadOnly ? null : <RemoveFile file={file} />}
      <Modal opened={isOpen} onClose={() => open(false)} title={file.name} size="xl">
        {isOpen ? <Picture file={file} /> : null}
      </Modal>
    </li>
  )
}

/** Returns an object URL of a blob while the component is mounted. */
const useObjectUrl = (blob: Blob | undefined): string | undefined => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (blob === undefined) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}

const Thumbnail = ({ file }: { readonly file: Receipt }) => {
  const drawn = useQuery(ask.receiptThumbnail(file.transaction_id, file.id))
  const isWanted = drawn.data === null && file.size <= maxUnaskedBytes
  const whole = useQuery({ ...ask.receiptFile(file.transaction_id, file.id), enabled: isWanted })
  const url = useObjectUrl(drawn.data ?? whole.data)
  return url === undefined ? (
    <IconPhoto size={22} aria-hidden />
  ) : (
    <img className="thumbnail" src={url} alt="" width={44} height={44} />
  )
}

const Picture = ({ file }: { readonly file: Receipt }) => {
  const read = useQuery(ask.receiptFile(file.transaction_id, file.id))
  const url = useObjectUrl(read.data)
  if (url === undefined) return read.error ? <Trouble failure={read.error} /> : <Waiting />
  return <img className="picture" src={url} alt={file.name} />
}

const Save = ({ file }: { readonly file: Receipt }) => {
  const { sheet } = useTexts()
  const save = useWrite({
    send: (_: undefined) =>
      dataOf(
        api.GET("/v2/businesses/{client_id}/transactions/{transaction_id}/receipts/{receipt_id}", {
          params: {
            path: { ...ofBusiness(), transaction_id: file.transaction_id, receipt_id: file.id },
          },
          parseAs: "blob",
        }),
      ) as Promise<Blob>,
    done: (blob) => download(blob, file.name),
  })
  return <SaveFile label={sheet.saveReceipt(file.name)} save={save} />
}

const RemoveFile = ({ file }: { readonly file: Receipt }) => {
  const { sheet, common } = useTexts()
  const write = useWrite({
    send: (_: undefined) =>
      dataOf(
        api.DELETE(
          "/v2/businesses/{client_id}/transactions/{transaction_id}/receipts/{receipt_id}",
          {
            params: {
              path: { ...ofBusiness(), transaction_id: file.transaction_id, receipt_id: file.id },
            },
          },
        ),
      ),
    refreshes: [["transactions"]],
  })
  const title = sheet.removeReceipt(file.name)
  return (
    <ConfirmedRemoval
      title={title}
      text={sheet.removeReceiptSure}
      action={common.delete}
      write={write}
    />
  )
}

import { ActionIcon, Button, Loader } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { IconAlertTriangle, IconCamera, IconFileUpload, IconX } from "@tabler/icons-react"
import { useQueryClient } from "@tanstack/react-query"
import { Link, useSearch } from "@tanstack/react-router"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { api, dataOf, ofBusiness } from "../api/client.ts"
import { ConnectionLost, isPassing, OtherPerson, Refusal } from "../api/failure.ts"
import type { Receipt } from "../api/records.ts"
import { newKey } from "../api/write.ts"
import type { Texts } from "../texts/english.ts"
import { useTexts } from "../texts/languages.ts"

/** Upload in progress or failed; it stays until it succeeds or is dismissed. */
interface Upload {
  readonly key: string
  readonly file: File
  /** Null while it is in progress. */
  readonly failure: string | null
  /** True if a retry can succeed. */
  readonly isPassing: boolean
  /** Id of the transaction to which the file is already attached. */
  readonly duplicate: string | null
}

/** True if it was refused permanently and nothing remains to do. */
const isOver = ({ failure, isPassing, duplicate }: Upload): boolean =>
  failure !== null && !isPassing && duplicate === null

const maxBytes = 20 * 2 ** 20

const send = (transaction_id: string, { file, key }: Upload): Promise<Receipt> =>
  dataOf(
    api.POST("/v2/businesses/{client_id}/transactions/{transaction_id}/receipts", {
      params: { path: { ...ofBusiness(), transaction_id }, query: { name: file.name } },
      // The plain file, which the API accepts in addition to a form.
      body: file as never,
      bodySerializer: () => file,
      headers: {
        "Content-Type": file.type === "" ? "application/octet-stream" : file.type,
        "Idempotency-Key": key,
      },
    }),
  )

/** Returns the reason why a file would be refused, before it is sent. */
const faultOf = ({ name, size }: File, { sheet }: Texts): string | null =>
  size === 0 ? sheet.emptyFile(name) : size > maxBytes ? sheet.tooLarge(name) : null

const wordsOf = (name: string, failure: unknown, { trouble, sheet }: Texts): string => {
  if (failure instanceof ConnectionLost) return `${name}: ${trouble.lost}`
  if (failure instanceof OtherPerson) return `${name}: ${trouble.otherPerson}`
  if (!(failure instanceof Refusal)) return trouble.crashedHelp
  if (failure.status === 415) return sheet.notAReceipt(name)
  if (failure.status === 413) return sheet.tooLarge(name)
  return failure.message
}

/** Uploads files one after another, each once, independent of the draft. */
export const useUploads = (transaction_id: string, present: ReadonlyArray<string>) => {
  const texts = useTexts()
  const queries = useQueryClient()
  const [all, setAll] = useState<ReadonlyArray<Upload>>([])
  const queue = useRef(Promise.resolve())
  const have = useRef(present)
  have.current = present
  const set = (key: string, change: Partial<Upload>) =>
    setAll((uploads) => uploads.map((each) => (each.key === key ? { ...each, ...change } : each)))
  const drop = (key: string) => setAll((uploads) => uploads.filter((each) => each.key !== key))
  const run = async (upload: Upload): Promise<void> => {
    const { key, file } = upload
    try {
      const { url, duplicate_of } = await send(transaction_id, upload)
      if (have.current.includes(url))
        return set(key, { failure: texts.sheet.attachedBefore(file.name) })
      await queries.invalidateQueries({ queryKey: ["transactions"] })
      notifications.show({ message: texts.sheet.attached(file.name), color: "quay" })
      if (duplicate_of === null) return drop(key)
      set(key, { failure: texts.sheet.duplicate(file.name), duplicate: duplicate_of })
    } catch (failure) {
      set(key, { failure: wordsOf(file.name, failure, texts), isPassing: isPassing(failure) })
    }
  }
  const begin = (upload: Upload) => {
    queue.current = queue.current.then(() => run(upload))
  }
  const add = (files: ReadonlyArray<File>) => {
    // A person who adds another file has read earlier errors.
    setAll((uploads) => uploads.filter((each) => !isOver(each)))
    for (const file of files) {
      const failure = faultOf(file, texts)
      const upload: Upload = { key: newKey(), file, failure, isPassing: false, duplicate: null }
      setAll((uploads) => [...uploads, upload])
      if (failure === null) begin(upload)
    }
  }
  const retry = (upload: Upload) => {
    set(upload.key, { failure: null })
    begin(upload)
  }
  return { all, add, drop, retry }
}

type Uploads = ReturnType<typeof useUploads>

export const UploadRow = (props: { readonly upload: Upload } & Pick<Uploads, "drop" | "retry">) => {
  const { upload, drop, retry } = props
  const { sheet, common } = useTexts()
  const search = useSearch({ from: "/inside/transactions" })
  const { key, file, failure, duplicate } = upload
  if (failure === null) {
    return (
      <li>
        <Loader size={18} aria-hidden />
        <span className="receipt-name" role="status">
          {sheet.uploading(file.name)}
        </span>
      </li>
    )
  }
  return (
    <li className="receipt-failed">
      <IconAlertTriangle size={20} aria-hidden />
      <span className="receipt-name" role="alert">
        {failure}
        {duplicate === null ? null : (
          <Link
            to="/transactions/$transaction_id"
            params={{ transaction_id: duplicate }}
            search={search}
          >
            {sheet.seeOther}
          </Link>
        )}
      </span>
      {upload.isPassing ? (
        <Button variant="subtle" size="compact-sm" onClick={() => retry(upload)}>
          {common.retry}
        </Button>
      ) : null}
      <ActionIcon variant="subtle" color="gray" aria-label={common.close} onClick={() => drop(key)}>
        <IconX size={16} />
      </ActionIcon>
    </li>
  )
}

const accepted = "image/png,image/jpeg,image/webp,image/heic,image/heif,application/pdf"

/** True for touch devices, on which files cannot be dropped. */
const isHeld = (): boolean => matchMedia("(pointer: coarse)").matches

/**
 * Area for files: dropped or pasted anywhere next to the open transaction, chosen, or photographed.
 */
export const ReceiptDrop = ({ add }: Pick<Uploads, "add">) => {
  const { sheet } = useTexts()
  const isOver = useFilesFromOutside(add)
  return (
    <div className="drop" data-over={isOver}>
      <Pick
        label={isHeld() ? sheet.chooseReceipt : sheet.dropReceipt}
        help={sheet.receiptTypes}
        add={add}
      >
        <IconFileUpload size={22} aria-hidden />
      </Pick>
      <Pick label={sheet.photograph} add={add} isCamera>
        <IconCamera size={22} aria-hidden />
      </Pick>
    </div>
  )
}

const Pick = (props: {
  readonly label: string
  readonly help?: string
  readonly add: Uploads["add"]
  readonly isCamera?: boolean
  readonly children: ReactNode
}) => {
  const { label, help, add, isCamera = false, children } = props
  return (
    <label className={isCamera ? "drop-pick camera" : "drop-pick"}>
      {children}
      <span>
        {label}
        {help === undefined ? null : <small>{help}</small>}
      </span>
      <input
        className="unseen"
        type="file"
        aria-label={label}
        accept={isCamera ? "image/*" : accepted}
        {...(isCamera ? { capture: "environment" as const } : { multiple: true })}
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ""
        }}
      />
    </label>
  )
}

/** Prevents a file dropped outside of the drop zone from replacing the page and its input. */
const useFilesFromOutside = (add: Uploads["add"]): boolean => {
  const [isOver, setOver] = useState(false)
  const use = useRef(add)
  use.current = add
  useEffect(() => {
    const hasFiles = (data: DataTransfer | null) => data?.types.includes("Files") === true
    const over = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const take = (event: DragEvent | ClipboardEvent, data: DataTransfer | null) => {
      setOver(false)
      const files = [...(data?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      use.current(files)
    }
    const drop = (event: DragEvent) => take(event, event.dataTransfer)
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData)
    document.addEventListener("dragover", over)
    document.addEventListener("dragleave", leave)
    document.addEventListener("drop", drop)
    document.addEventListener("paste", paste)
    return () => {
      document.removeEventListener("dragover", over)
      document.removeEventListener("dragleave", leave)
      document.removeEventListener("drop", drop)
      document.removeEventListener("paste", paste)
    }
  }, [])
  return isOver
}

import { createHash } from "node:crypto"
import { type FileHandle, open } from "node:fs/promises"
import { setTimeout } from "node:timers/promises"
import { done, expected, type Send, textsOf } from "./requests.ts"

/** Maximum number of parts of one file in S3. */
const maxParts = 10_000

/** Maximum number of attempts for a part if the connection breaks. */
const maxTries = 4

/** Milliseconds before the second attempt. */
const firstPause = 250

/** Bytes that are read at once. */
const stepSize = 1_048_576

/**
 * Reads `size` bytes of a file from `start`. A Blob of the file itself would address them with 32
 * bits.
 */
const read = async (file: FileHandle, start: number, size: number) => {
  const hash = createHash("sha256")
  const steps: Array<Blob> = []
  const step = new Uint8Array(Math.min(size, stepSize))
  for (let done = 0; done < size; ) {
    const most = Math.min(step.length, size - done)
    const { bytesRead } = await file.read(step, 0, most, start + done)
    if (bytesRead === 0) throw new Error("The file is shorter than it was")
    const bytes = step.subarray(0, bytesRead)
    hash.update(bytes)
    steps.push(new Blob([bytes]))
    done += bytesRead
  }
  return { body: new Blob(steps), sha256: hash.digest("hex") }
}

/** Sends a part again if the connection broke; it replaces the part that may have arrived. */
const persistently = async (send: () => Promise<Response>): Promise<Response> => {
  for (let tries = 1; ; tries++) {
    try {
      return await send()
    } catch (error) {
      // A broken connection is a TypeError; a timeout of the whole request is another error.
      if (tries === maxTries || !(error instanceof TypeError)) throw error
      await setTimeout(firstPause * 2 ** (tries - 1))
    }
  }
}

/** Milliseconds that a service may take to assemble the parts. */
const completionMs = 600_000

/** Sizes in bytes. */
interface Sizes {
  readonly size: number
  readonly partSize: number
}

/** Returns the URL of a multipart upload. */
const uploadOf = (path: string, id: string): string => `${path}?uploadId=${encodeURIComponent(id)}`

const sendParts = async (send: Send, upload: string, file: FileHandle, sizes: Sizes) => {
  const { size, partSize } = sizes
  const tags: Array<string> = []
  for (let start = 0; start < size; start += partSize) {
    const { body, sha256 } = await read(file, start, Math.min(partSize, size - start))
    const headers = { "content-length": String(body.size), "x-amz-content-sha256": sha256 }
    const part = `${upload}&partNumber=${tags.length + 1}`
    const init = { method: "PUT", body, headers }
    const response = await persistently(() => send(part, init, { size: body.size }))
    await done(response, 200)
    const tag = response.headers.get("etag")
    if (tag === null) throw new Error("S3 did not say which part it has taken")
    tags.push(tag)
  }
  return tags
}

const complete = async (send: Send, upload: string, tags: ReadonlyArray<string>) => {
  const parts = tags.map(
    (tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
  )
  const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`
  const headers = { "content-type": "application/xml" }
  const init = { method: "POST", body, headers }
  // Some services send nothing while they assemble very many parts.
  const response = await expected(await send(upload, init, { silenceMs: completionMs }), 200)
  // The status is sent before the work is done, so a failure has 200, too.
  if (textsOf(await response.text(), "ETag").length === 0) {
    throw new Error("S3 did not put the parts together")
  }
}

/**
 * Sends a file in parts, one after another, and assembles them at the end, so that there is either
 * the whole file or none. A failure leaves no parts, which would be invisible and cost money.
 */
export const putInParts = async (send: Send, path: string, from: string, sizes: Sizes) => {
  const { size } = sizes
  const partSize = Math.max(sizes.partSize, Math.ceil(size / maxParts))
  await using file = await open(from)
  const begun = await expected(await send(`${path}?uploads=`, { method: "POST" }), 200)
  const [id] = textsOf(await begun.text(), "UploadId")
  if (id === undefined) throw new Error("S3 did not begin an upload")
  const upload = uploadOf(path, id)
  try {
    await complete(send, upload, await sendParts(send, upload, file, { size, partSize }))
  } catch (error) {
    await abort(send, upload).catch(() => {})
    throw error
  }
}

const abort = async (send: Send, upload: string): Promise<void> =>
  done(await send(upload, { method: "DELETE" }), 200, 204, 404)

/** Returns the unfinished uploads of a file. */
const unfinished = async (send: Send, key: string): Promise<ReadonlyArray<string>> => {
  const query = new URLSearchParams({ uploads: "", prefix: key })
  const listed = await expected(await send(`?${query}`), 200, 403, 405, 501)
  const xml = await listed.text()
  // Not every service or key may list uploads; a rule of the bucket has to remove them then.
  if (listed.status !== 200) return []
  return [...xml.matchAll(/<Upload>.*?<\/Upload>/gsu)].flatMap(([upload]) =>
    textsOf(upload, "Key")[0] === key ? textsOf(upload, "UploadId") : [],
  )
}

/** Removes the parts of a file whose upload ended with its process. */
export const abandonParts = async (send: Send, key: string): Promise<void> => {
  for (const id of await unfinished(send, key)) await abort(send, uploadOf(`/${key}`, id))
}

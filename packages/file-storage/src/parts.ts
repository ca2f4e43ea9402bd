import { createHash } from "node:crypto"
import { type FileHandle, open } from "node:fs/promises"
import { setTimeout } from "node:timers/promises"
import { done, expected, type Send, textsOf } from "./requests.ts"

/** S3 takes so many parts of one file. */
const maxParts = 10_000

/** How often a part is sent where the connection breaks. */
const maxTries = 4

/** In milliseconds, before the second try. */
const firstPause = 250

/** In bytes: so many are read at once. */
const stepSize = 1_048_576

/** The bytes from a place in a file on. A Blob of the file would count them with 32 bits. */
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

/** Sends again what a broken connection kept from arriving: a part replaces itself. */
const persistently = async (send: () => Promise<Response>): Promise<Response> => {
  for (let tries = 1; ; tries++) {
    try {
      return await send()
    } catch (error) {
      // It says so of a connection; a request that took too long fails with another error.
      if (tries === maxTries || !(error instanceof TypeError)) throw error
      await setTimeout(firstPause * 2 ** (tries - 1))
    }
  }
}

/** In milliseconds: how long a service may take to put the parts together. */
const completionMs = 600_000

/** In bytes. */
interface Sizes {
  readonly size: number
  readonly partSize: number
}

/** Where an upload that was begun takes its parts, and ends. */
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
  // Some services say nothing while they put very many parts together.
  const response = await expected(await send(upload, init, { silenceMs: completionMs }), 200)
  // The status is sent before the work is done, so one that fails has 200, too.
  if (textsOf(await response.text(), "ETag").length === 0) {
    throw new Error("S3 did not put the parts together")
  }
}

/**
 * Sends a file in parts, one after another, and puts them together at the end: there is a whole
 * file then, or none. What fails leaves no parts, which nobody would see and somebody would pay.
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

/** The uploads of a file that were begun and did not end. */
const unfinished = async (send: Send, key: string): Promise<ReadonlyArray<string>> => {
  const query = new URLSearchParams({ uploads: "", prefix: key })
  const listed = await expected(await send(`?${query}`), 200, 403, 405, 501)
  const xml = await listed.text()
  // Not every service, and not every key, may list them: a rule of the bucket removes them then.
  if (listed.status !== 200) return []
  return [...xml.matchAll(/<Upload>.*?<\/Upload>/gsu)].flatMap(([upload]) =>
    textsOf(upload, "Key")[0] === key ? textsOf(upload, "UploadId") : [],
  )
}

/** Removes the parts of a file whose sending ended with its process. */
export const abandonParts = async (send: Send, key: string): Promise<void> => {
  for (const id of await unfinished(send, key)) await abort(send, uploadOf(`/${key}`, id))
}

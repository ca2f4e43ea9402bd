import type { Answer, Json, Trial } from "../../check.ts"

interface Beside {
  /** Key of a token; default: `admin`, which acts for no user. */
  readonly as?: string
  readonly body?: Json
  /** Bytes of another type, instead of JSON. */
  readonly file?: { readonly type: string; readonly bytes: string | Uint8Array }
  readonly version?: "v1" | "v2"
}

const contentOf = ({ body, file }: Beside) => {
  if (file !== undefined) return { type: file.type, content: file.bytes }
  return body === undefined ? null : { type: "application/json", content: JSON.stringify(body) }
}

/**
 * Sends a request to a path below the business that is not one of the interface's own operations.
 */
export const askBeside = (
  trial: Trial,
  method: string,
  path: string,
  options: Beside = {},
): Promise<Answer> => {
  const { client_id, tokens } = trial.business
  const { as = "admin", version = "v1" } = options
  const sent = contentOf(options)
  return trial.request(method, `/${version}/businesses/${client_id}${path}`, {
    headers: {
      authorization: `Bearer ${tokens[as]}`,
      accept: "*/*",
      ...(sent === null ? {} : { "content-type": sent.type }),
    },
    ...(sent === null ? {} : { body: sent.content }),
  })
}

/** Returns the body of a read, which must succeed. */
export const readBeside = async (
  trial: Trial,
  path: string,
  options: Beside = {},
): Promise<Json> => {
  const response = await askBeside(trial, "GET", path, options)
  const as = options.as === undefined ? "" : ` as ${options.as}`
  trial.expect(response.status === 200, `GET ${path.split("?", 1)[0]}${as}: 200`, response)
  return response.body
}

/** Statuses of a target that does not have a path. */
export const absences = [404, 405, 501]

/**
 * Ends the check as untestable if the target does not have a list or record of an extension, which
 * is optional.
 */
export const needBeside = async (trial: Trial, path: string): Promise<void> => {
  const { status } = await askBeside(trial, "GET", path)
  if (absences.includes(status)) trial.untestable(`the target has no ${path}, an extension`)
}

import { isUtf8 } from "node:buffer"
import type { IncomingMessage } from "node:http"
import { decodeBody, type Endpoint, type Fault, maxFaults, pointerTo } from "@outlay/http-contract"
import { Result } from "effect"
import { readBody } from "./body.ts"
import { checkCredentialAgain } from "./credential.ts"
import { excesses, type ParsedJson, parseJson } from "./json.ts"
import { acceptsJson, hasBody, hasEncoding, isAcceptableBody } from "./negotiation.ts"
import { perform } from "./perform.ts"
import { readQuery } from "./query.ts"
import { type ErrorEntry, faulty, malformedBody, type Refused, refuse } from "./refusal.ts"
import { respondProblem } from "./respond.ts"
import { adviceOnParams, readParams } from "./route.ts"
import { type Addressed, type Authenticated, enter } from "./stages.ts"
import { admitUpload, isAcceptableUpload } from "./upload.ts"

/**
 * "400 for shape": checks the ids of the path first (404), then reports all errors in query and
 * body together.
 */
export const admit = (authenticated: Authenticated): undefined => {
  const { request, route, values, search } = authenticated
  const { upload, success } = route.endpoint
  if (success.kind !== "file" && !acceptsJson(request.headers.accept)) {
    return respondProblem(authenticated, notJson)
  }
  const sends = hasBody(request)
  const streamed = route.endpoint.streamed === true
  if (upload !== undefined) {
    const type = request.headers["content-type"]
    if (sends && (hasEncoding(request) || !isAcceptableUpload(type, upload))) {
      return respondProblem(authenticated, notAFile(upload.mediaTypes), true)
    }
  } else if ((sends || needsBody(route.endpoint)) && !isAcceptableBody(request, sends, streamed)) {
    return respondProblem(authenticated, mediaType(request, streamed))
  }
  const params = readParams(values, route)
  if (params === null) {
    const detail = `There is no resource at this path.${adviceOnParams(values, route)}`
    return respondProblem(authenticated, refuse("not_found", detail))
  }
  const { query, dryRun, faults } = readQuery(search, route)
  const addressed: Addressed = { ...authenticated, params, query, dryRun }
  if (route.isPublic && request.headers["idempotency-key"] !== undefined) {
    return respondProblem(addressed, nobodysKey)
  }
  if (streamed) return admitStream(addressed, faults)
  if (upload !== undefined) return admitUpload(addressed, upload, faults)
  if (!sends) return shape(addressed, faults, null)
  readBody(addressed, (bytes) =>
    enter(addressed, () =>
      checkCredentialAgain(addressed, (checked) => shape(checked, faults, bytes)),
    ),
  )
}

const needsBody = ({ body, isBodyOptional }: Endpoint): boolean =>
  body !== null && isBodyOptional !== true

const admitStream = (addressed: Addressed, faults: ReadonlyArray<ErrorEntry>): undefined => {
  const { request } = addressed
  if (request.headers["idempotency-key"] !== undefined) {
    return respondProblem(addressed, noKey, true)
  }
  if (faults.length > 0) return respondProblem(addressed, faulty(faults), true)
  // A handler that stops reading must not destroy the connection: the response still has to be
  // sent.
  const body = request.iterator({ destroyOnReturn: false })
  perform({ ...addressed, body, bytes: null })
}

/** "A repeat of an import is told apart by `external_id`; it takes no `Idempotency-Key`." */
const noKey = refuse(
  "invalid_idempotency_key",
  "An import takes no Idempotency-Key: leave it out. What was imported before is known by its external_id.",
)

const notJson = refuse(
  "not_acceptable",
  "Responses are JSON only. Send the header Accept: application/json, or leave it out.",
)

const plainType = /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/u

/**
 * The 415 refusal. Its detail names the Content-Type that was sent, if printable, and the expected
 * one.
 */
const mediaType = ({ headers }: IncomingMessage, streamed: boolean): Refused => {
  const encoding = headers["content-encoding"] !== undefined
  const [type = ""] = (headers["content-type"] ?? "").split(";")
  const given = plainType.test(type)
    ? `The Content-Type is ${type}.`
    : "The Content-Type is missing."
  const expected = streamed ? "application/x-ndjson" : "application/json"
  const advice = `Send the body in UTF-8 with the header Content-Type: ${expected}.`
  const detail = encoding
    ? "Send the body as it is, without the header Content-Encoding."
    : type.toLowerCase() === expected
      ? "Send the body in UTF-8."
      : `${given} ${advice}`
  return refuse("unsupported_media_type", detail)
}

/** A key belongs to a credential, and a caller who signs in has none. */
const nobodysKey = refuse(
  "invalid_idempotency_key",
  "Operations under /sign-in take no Idempotency-Key: leave it out.",
)

const notAFile = (mediaTypes: ReadonlyArray<string>) =>
  refuse(
    "unsupported_media_type",
    `Send multipart/form-data or the bare file as one of ${mediaTypes.join(", ")}, without Content-Encoding.`,
  )

/** Accepts an empty object if no body is expected. */
const decodeNothing = (value: unknown): Result.Result<undefined, ReadonlyArray<Fault>> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const detail = "This operation takes no body. Send none, or an empty object."
    return Result.fail([{ pointer: "", code: "wrong_type", detail }])
  }
  const keys = Object.keys(value).slice(0, maxFaults)
  const faults = keys.map((key) => ({
    pointer: pointerTo("", key),
    code: "unknown_field",
    detail: "Unknown field. This operation takes no body.",
  }))
  return faults.length === 0 ? Result.succeed(undefined) : Result.fail(faults)
}

const shape = (
  addressed: Addressed,
  faults: ReadonlyArray<ErrorEntry>,
  bytes: Buffer | null,
): undefined => {
  const { endpoint } = addressed.route
  const { body } = endpoint
  if (bytes === null || bytes.length === 0) {
    if (needsBody(endpoint)) return respondProblem(addressed, malformedBody([...faults, noBody]))
    if (faults.length > 0) return respondProblem(addressed, faulty(faults))
    return perform({ ...addressed, body: body === null ? undefined : {}, bytes })
  }
  const parsed = parseBody(bytes)
  if ("fault" in parsed) {
    const all = [...faults, parsed.fault]
    const isTooMuch = excesses.has(parsed.fault.code)
    return respondProblem(addressed, isTooMuch ? faulty(all) : malformedBody(all))
  }
  afterOthers(addressed, bytes, (later) => {
    const decoded = body === null ? decodeNothing(parsed.value) : decodeBody(body, parsed.value)
    if (Result.isFailure(decoded)) {
      return respondProblem(later, faulty([...faults, ...decoded.failure]))
    }
    if (faults.length > 0) return respondProblem(later, faulty(faults))
    afterOthers(later, bytes, (checked) => perform({ ...checked, body: decoded.success, bytes }))
  })
}

/** In bytes: a longer body takes milliseconds to parse, decode and process. */
const longBody = 65_536

/**
 * Continues at once if the body is short. With a long body it continues in a later turn of the
 * event loop, so that other requests get theirs, and checks the credential again.
 */
const afterOthers = (
  stage: Addressed,
  { length }: Buffer,
  step: (stage: Addressed) => undefined,
): undefined => {
  if (length <= longBody) return step(stage)
  // A single `setImmediate` would still run before the input that other clients have sent in the
  // meantime.
  setImmediate(() => setImmediate(() => enter(stage, () => checkCredentialAgain(stage, step))))
}

const parseBody = (bytes: Buffer): ParsedJson =>
  isUtf8(bytes) ? parseJson(bytes.toString("utf8")) : { fault: notUtf8 }

const noBody: Fault = {
  pointer: "",
  code: "missing",
  detail: "This operation requires a body. Send a JSON object.",
}

const notUtf8: Fault = {
  pointer: "",
  code: "malformed_text",
  detail: "The body must be UTF-8.",
}

import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import type { OperationId } from "../operations.ts"
import { answers, formatRequirements } from "./answers.ts"

/** A difference between a body and the shape that the interface shows. */
export interface ShapeFault {
  /** Id of the requirement that is violated. */
  readonly requirement: string
  /** JSON Pointer into the body. */
  readonly pointer: string
  readonly detail: string
}

const maxFaults = 20

const dateTime = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d/u
const utc = /T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]00:00)$/u

/** True for an instant of a real day, at offset zero. */
export const isUtcDateTime = (value: string): boolean =>
  dateTime.test(value) && utc.test(value) && isDate(value.slice(0, 10))

/**
 * True for `YYYY-MM-DD` of a real day. A large page has thousands of dates, so the calendar is used
 * only for days after the 28th.
 */
export const isDate = (value: string): boolean => {
  if (!/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/u.test(value)) return false
  if (value.slice(8) <= "28") return true
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/**
 * True for "of the form `offset=<n>&limit=<n>`" and for the empty string, which means that there is
 * no such page.
 */
export const isFragment = (value: string): boolean => /^(offset=\d+&limit=\d+)?$/u.test(value)

export const isUuid = (value: string): boolean =>
  /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/iu.test(value)

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictTypes: false })
addFormats.default(ajv, ["email"])
ajv.addFormat("utc-date-time", isUtcDateTime)
ajv.addFormat("date", isDate)
ajv.addFormat("fragment", isFragment)
ajv.addFormat("uuid", isUuid)

interface ShapeCheck {
  readonly requirement: string
  readonly validate: ValidateFunction
}

const compiled = new Map<OperationId, ReadonlyArray<ShapeCheck>>()

const shapeChecksOf = (operation: OperationId): ReadonlyArray<ShapeCheck> => {
  const known = compiled.get(operation)
  if (known !== undefined) return known
  const checks = (answers[operation] ?? []).map(({ requirement, schema }) => ({
    requirement,
    validate: ajv.compile(schema),
  }))
  compiled.set(operation, checks)
  return checks
}

/** False for the error that a branch failed, which adds nothing to the errors within the branch. */
const says = ({ keyword }: ErrorObject): boolean => keyword !== "if"

const detailOf = ({ keyword, params, message = keyword }: ErrorObject): string =>
  keyword === "enum" ? `${message}: ${params["allowedValues"].join(", ")}` : message

const faultOf =
  (requirement: string) =>
  (error: ErrorObject): ShapeFault => ({
    requirement:
      (error.keyword === "format" ? formatRequirements[error.params["format"]] : undefined) ??
      requirement,
    pointer: error.instancePath,
    detail: detailOf(error),
  })

/**
 * Returns the first twenty differences between a response and the shape that the interface shows
 * for it. Returns none for a refusal, whose body is not shown.
 */
export const shapeFaults = (
  operation: OperationId,
  status: number,
  body: unknown,
): ReadonlyArray<ShapeFault> => {
  if (status < 200 || status > 299) return []
  return shapeChecksOf(operation)
    .flatMap(({ requirement, validate }) =>
      validate(body) ? [] : (validate.errors ?? []).filter(says).map(faultOf(requirement)),
    )
    .slice(0, maxFaults)
}

const formatsIn = (schema: unknown): ReadonlyArray<string> =>
  typeof schema === "object" && schema !== null
    ? Object.entries(schema).flatMap(([keyword, value]) =>
        keyword === "format" ? [String(value)] : formatsIn(value),
      )
    : []

const requirementsOf = (operation: OperationId): ReadonlyArray<string> => {
  const shapes = answers[operation] ?? []
  const formats = formatsIn(shapes.map(({ schema }) => schema))
  return [
    ...new Set([
      ...shapes.map(({ requirement }) => requirement),
      ...formats.flatMap((format) => formatRequirements[format] ?? []),
    ]),
  ]
}

const known = new Map<OperationId, ReadonlyArray<string>>()

/** Returns the requirements against which `shapeFaults` checks a response of the operation. */
export const shapeRequirements = (operation: OperationId): ReadonlyArray<string> => {
  // Cached: computing it takes longer than checking a response, and it is needed for every
  // response.
  const requirements = known.get(operation) ?? requirementsOf(operation)
  known.set(operation, requirements)
  return requirements
}

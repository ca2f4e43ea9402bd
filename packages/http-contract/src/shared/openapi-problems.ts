import type { Json } from "./json.ts"
import { exampleProblem, problemResponse } from "./openapi-components.ts"
import { reference } from "./openapi-examples.ts"
import type { Problem } from "./problem.ts"

/**
 * Returns the response for a status of this operation, with the codes of its own refusals and
 * `further` ones.
 */
export const ownProblems = (
  status: number,
  problems: ReadonlyArray<Problem<any>>,
  further: ReadonlyArray<string>,
): Json => {
  const codes = problems.flatMap((problem) => problem.codes)
  const lines = problems.map(({ codes, title }) => `- \`${codes.join("`, `")}\`: ${title}.`)
  const [first] = problems as readonly [Problem<any>]
  const own: Json = {
    allOf: [
      { $ref: `${reference}Problem` },
      {
        type: "object",
        properties: {
          code: {
            type: "string",
            description: "Stable, machine-readable code of the problem.",
            enum: [...new Set([...codes, ...further])],
          },
        },
      },
    ],
  }
  const orInvalid = status === 400 ? "\n- or a validation error of the request." : ""
  return problemResponse(
    status,
    `${lines.join("\n")}${orInvalid}`,
    status === 400 ? { anyOf: [own, { $ref: `${reference}RequestFault` }] } : own,
    exampleProblem({
      code: codes[0] as string,
      status,
      title: first.title,
      detail: `${first.title}.`,
    }),
  )
}

/**
 * Returns the shared codes of a status, for an operation that also has refusals with this status.
 */
export const furtherCodes = (name: string | undefined, method: string): ReadonlyArray<string> => {
  switch (name) {
    case undefined:
    case "bad_request":
      return []
    case "forbidden":
      return ["forbidden", "permission_denied", ...(method === "GET" ? [] : ["foreign_origin"])]
    case "unavailable":
      return ["storage_unavailable", "overloaded"]
    default:
      return [name]
  }
}

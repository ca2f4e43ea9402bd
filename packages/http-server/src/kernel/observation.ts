import type { IncomingMessage } from "node:http"
import type { Route } from "./route.ts"

/** A completed request, as logs and traces may show it: without tokens and personal ids. */
export interface Observed {
  /** The operation, such as `topups.create`; null if the path has none. */
  readonly operation: string | null
  readonly method: string
  /** The path template, such as `/v1/businesses/{client_id}/users`; null if there is none. */
  readonly path: string | null
  /** The business in the path; null if there is none. */
  readonly client_id: number | null
  readonly status: number
  readonly seconds: number
  readonly request_id: string
}

const business = /\/businesses\/([1-9]\d{0,15})(?:\/|$)/u

/** Data of a completed request from which `Observed` is made. */
interface CompletedRequest {
  readonly request: Pick<IncomingMessage, "method">
  readonly route: Route | null
  readonly path: string
  readonly id: string
  readonly started: number
}

export const observed = (
  { request, route, path, id, started }: CompletedRequest,
  status: number,
): Observed => {
  const client_id = route === null ? undefined : business.exec(path)?.[1]
  return {
    operation: route?.endpoint.operation ?? null,
    method: request.method ?? "",
    path: route?.endpoint.path ?? null,
    client_id: client_id === undefined ? null : Number(client_id),
    status,
    seconds: (performance.now() - started) / 1_000,
    request_id: id,
  }
}

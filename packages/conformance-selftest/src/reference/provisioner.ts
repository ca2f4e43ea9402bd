import {
  contractVersion,
  type Provisioner,
  type ProvisionerAnswer,
  type ProvisionerRequest,
  ProvisioningFailed,
  Unsupported,
} from "@outlay/conformance-tests"
import { type Handle, type HttpRequest, jsonResponse, type Listening, served } from "../wire.ts"
import { acted, actNames } from "./acts.ts"
import { madeBusiness } from "./creation.ts"
import { noState, type State } from "./model.ts"
import { rules as allRules, type Rules } from "./rules.ts"
import { serverOf } from "./server.ts"

/** Something in front of a server that may change requests and responses. */
export type Edge = (next: Handle) => Handle

export interface ReferenceOptions {
  /** Replaces rules of the reference. */
  readonly rules?: Partial<Rules>
  readonly edge?: Edge
}

const product = { name: "Reference", version: "1.0.0" }
const correct: Edge = (next) => next

/** The second reference, started and stopped by its own provisioner in this process. */
export const referenceProvisioner = ({
  rules: changed,
  edge = correct,
}: ReferenceOptions = {}): Provisioner => {
  const rules = { ...allRules, ...changed }
  const state = noState()
  let server: Listening | undefined
  return {
    start: async () => {
      server = await served(edge(serverOf(state, rules)))
      return { version: contractVersion, base_url: server.url, product, acts: actNames }
    },
    world: (business) => madeBusiness(state, rules, business),
    act: async (act, parameters) => {
      if (act === "crash") throw new Unsupported("it lives in the process of its provisioner")
      return acted(act, { state, rules, parameters })
    },
    stop: async () => server?.close(),
  }
}

const done = async (work: Promise<unknown>): Promise<ProvisionerAnswer> => {
  try {
    return { ok: true, result: await work }
  } catch (error) {
    const code = error instanceof Unsupported ? "unsupported" : "failed"
    const detail = error instanceof Error ? error.message : String(error)
    return { ok: false, error: { code, detail } }
  }
}

const obeyed = async (
  state: State,
  rules: Rules,
  base_url: string,
  request: ProvisionerRequest,
): Promise<unknown> => {
  switch (request.message) {
    case "start":
      return { version: contractVersion, base_url, product, acts: actNames }
    case "world":
      return madeBusiness(state, rules, request.business)
    case "act":
      if (request.act === "crash") throw new Unsupported("it keeps its state in memory")
      return acted(request.act, { state, rules, parameters: request.with })
    case "stop":
      return {}
    default:
      throw new ProvisioningFailed("no such message")
  }
}

const requestOf = ({ body }: HttpRequest): ProvisionerRequest => JSON.parse(body.toString("utf8"))

/**
 * The same server over HTTP: the interface under `/v1` and `/v2`, its provisioner at `/provision`.
 */
export const servedReference = async ({
  rules: changed,
  edge = correct,
}: ReferenceOptions = {}): Promise<Listening> => {
  const rules = { ...allRules, ...changed }
  const state = noState()
  const handle = edge(serverOf(state, rules))
  const listening: Listening = await served(async (request) =>
    request.url === "/provision" && request.method === "POST"
      ? jsonResponse(200, await done(obeyed(state, rules, listening.url, requestOf(request))))
      : handle(request),
  )
  return listening
}

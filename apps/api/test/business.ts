/** Helpers of tests of a running service: businesses and their users. */
import { makeClient, makeOperatorClient } from "@outlay/client"
import type { Service } from "./service.ts"

type Served = Pick<Service, "url" | "operatorToken">

export type Client = ReturnType<typeof makeClient>["promise"]
type Operator = ReturnType<typeof makeOperatorClient>["promise"]

/** User of a business, with a client. */
export interface Person {
  readonly id: number
  readonly token: string
  readonly as: Client
}

/** Returns a client without retries. */
export const clientOf = ({ url }: Pick<Served, "url">, token: string): Client =>
  makeClient({ baseUrl: url, token, retry: { maxRetries: 0 } }).promise

export const operatorOf = ({ url, operatorToken: token }: Served): Operator =>
  makeOperatorClient({ baseUrl: url, token }).promise

type BusinessFields = Parameters<Operator["businesses"]["create"]>[0]["body"]

export const makeBusiness = async (service: Served, fields: Partial<BusinessFields> = {}) => {
  const operator = operatorOf(service)
  const business = { name: "Harbour", ...fields }
  const { client_id, roles } = await operator.businesses.create({ body: business })
  const params = { client_id }
  const roleOf = (name: string): string => roles.find((role) => role.name === name)?.id ?? ""

  /** Creates a user with the last name Lee and returns their id. */
  const user = async (first_name: string, role = "Admin"): Promise<number> => {
    const email = `${first_name}@example.com`
    const named = { first_name, last_name: "Lee", email, payment_types: ["cards"] as const }
    return (await operator.users.create({ params, body: { ...named, role_id: roleOf(role) } })).id
  }

  /** Creates a token with a role, which acts for a user or (null) for none. */
  const tokenOf = async (role: string, user_id: number | null = null, name = role) => {
    const body = { name, role_id: roleOf(role), user_id }
    return (await operator.tokens.create({ params, body })).token
  }

  const clientAs = async (role: string): Promise<Client> => clientOf(service, await tokenOf(role))

  /** Creates a user with a token, whose role may differ. */
  const person = async (
    first_name: string,
    role = "Admin",
    roleOfToken = role,
  ): Promise<Person> => {
    const id = await user(first_name, role)
    const token = await tokenOf(roleOfToken, id, first_name)
    return { id, token, as: clientOf(service, token) }
  }

  return { operator, client_id, params, roles, roleOf, user, tokenOf, clientAs, person }
}

/** Returns "accepted", or the status and code of a refusal. */
export const verdict = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "accepted",
    (problem: { readonly status: number; readonly code: string }) =>
      `${problem.status} ${problem.code}`,
  )

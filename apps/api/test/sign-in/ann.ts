import { makeOperatorClient } from "@outlay/client"
import { type Service, startService } from "../service.ts"
import { type Browser, openBrowser } from "./browser.ts"

/** A service with one business, and Ann as its Admin. */
export interface Ann {
  readonly service: Service
  readonly client_id: number
  readonly user_id: number
  readonly roles: Readonly<Record<string, string>>
  /** Path of the business. */
  readonly base: string
  readonly operator: ReturnType<typeof makeOperatorClient>["promise"]
  readonly makeUser: (email: string, role?: string) => Promise<number>
  /** Returns the token of a new sign-in link for Ann. */
  readonly link: () => Promise<string>
  /** Returns a browser in which Ann has signed in, and the id of its session. */
  readonly signedIn: () => Promise<Browser & { readonly session: string }>
}

export const startWithAnn = async (): Promise<Ann> => {
  const service = await startService()
  const token = service.operatorToken
  const operator = makeOperatorClient({ baseUrl: service.url, token }).promise
  const { client_id, roles: made } = await operator.businesses.create({ body: { name: "Acme" } })
  const roles = Object.fromEntries(made.map(({ id, name }) => [name, id]))
  const makeUser = async (email: string, role = "Admin") => {
    const names = { first_name: "Ann", last_name: "Lee", payment_types: ["cards"] as const }
    const body = { ...names, email, role_id: roles[role] ?? "" }
    return (await operator.users.create({ params: { client_id }, body })).id
  }
  const user_id = await makeUser("ann@example.com")
  const link = () => service.linkFor(client_id, user_id)
  const signedIn = async () => {
    const browser = openBrowser(service.url)
    const { body } = await browser.signIn(await link())
    return { ...browser, session: body.id as string }
  }
  const base = `/v1/businesses/${client_id}`
  return { service, client_id, user_id, roles, base, operator, makeUser, link, signedIn }
}

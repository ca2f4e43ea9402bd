import type { Business } from "./business.ts"
import type { Judge } from "./judge.ts"

/** Signs Cy in twice, disables a notification, ends one session, and then all of them. */
export const callSignIn = async (
  judge: Judge,
  { client_id, cy }: Business,
  linkFor: (client_id: number, user_id: number) => Promise<string>,
): Promise<void> => {
  await judge.succeed("signIn.get", { token: null })
  const request = { token: null, body: { email: "cy@example.com" } }
  await judge.succeed("signIn.requestLink", request)
  const foreign = { Origin: "https://elsewhere.example" }
  const refused = await judge.call("signIn.requestLink", { ...request, header: foreign })
  if (refused.status !== 403) throw new Error(`another site's request answers ${refused.status}`)
  const open = async () => {
    const body = { token: await linkFor(client_id, cy) }
    const { headers } = await judge.call("signIn.openSession", { token: null, body })
    judge.touched.add("signIn.openSession")
    return { Cookie: headers.get("Set-Cookie")?.split(";")[0] ?? "" }
  }
  const header = await open()
  const other = await open()
  const path = { client_id }
  const { results } = await judge.succeed<{
    readonly results: ReadonlyArray<{ readonly id: string; readonly is_current: boolean }>
  }>("sessions.list", { token: null, path, header })
  await judge.succeed("notifications.get", { token: null, path, header })
  const muted = { missing_receipts: false }
  await judge.succeed("notifications.update", { token: null, path, header, body: muted })
  const session_id = results.find(({ is_current }) => !is_current)?.id
  await judge.succeed("sessions.end", { token: null, path: { client_id, session_id }, header })
  const { status } = await judge.call("sessions.list", { token: null, path, header: other })
  if (status !== 401) throw new Error(`an ended session answers ${status}`)
  await judge.succeed("sessions.endAll", { token: null, path, header })
}

import { type Provisioner, ProvisioningFailed } from "../../interface/provisioning.ts"
import { type Carry, messages } from "./messages.ts"

export interface UrlOptions {
  /** URL to which each message is posted as JSON, and which responds with JSON. */
  readonly url: string
  /** Timeout of one response in milliseconds. */
  readonly timeout?: number
}

const defaultTimeout = 120_000
const longestShown = 200

const carried =
  ({ url, timeout = defaultTimeout }: UrlOptions): Carry =>
  async (request) => {
    const what = `The provisioner at ${url}, asked to ${request.message},`
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(timeout),
    }).catch((error: unknown) => {
      throw new ProvisioningFailed(`${what} did not answer: ${String(error)}`)
    })
    const text = await response.text()
    try {
      return JSON.parse(text)
    } catch {
      const shown = text.slice(0, longestShown)
      throw new ProvisioningFailed(`${what} answered ${response.status} and no JSON: ${shown}`)
    }
  }

/** A provisioner behind a URL. */
export const url = (options: UrlOptions): Provisioner =>
  messages(carried(options), async () => undefined)

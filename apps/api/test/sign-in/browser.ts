/** Additional parts of a browser's request. The defaults are those of a page of the service. */
export interface Sent {
  readonly origin?: string | null
  readonly cookie?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Came {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for, and asserts it
  readonly body: any
}

export type Browser = ReturnType<typeof openBrowser>

/** A browser on a page of the service, which stores its cookie. */
export const openBrowser = (url: string) => {
  let stored: string | null = null
  const ask = async (method: string, path: string, sent: Sent = {}): Promise<Came> => {
    const { origin = url, cookie = stored, headers = {}, body } = sent
    const response = await fetch(url + path, {
      method,
      redirect: "manual",
      headers: {
        ...(origin === null || method === "GET" ? {} : { origin }),
        ...(cookie === null ? {} : { cookie }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    })
    const set = response.headers.get("set-cookie")?.split(";")[0]
    if (set !== undefined) stored = set.endsWith("=") ? null : set
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? null : JSON.parse(text),
    }
  }
  return {
    ask,
    /** Returns the stored cookie. */
    cookie: () => stored,
    /** Signs in with the token of a link. */
    signIn: (token: string) => ask("POST", "/sign-in/sessions", { body: { token } }),
  }
}

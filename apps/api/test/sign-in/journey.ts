/** Opens a browser that stores the cookies of each origin, for the way to the provider and back. */
export const openJourney = (serviceUrl: string) => {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: string) => {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }
  const open = async (url: string) => {
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const response = await fetch(url, {
      redirect: "manual",
      headers: { ...(cookie === "" ? {} : { cookie }), "user-agent": "Browser of a test" },
    })
    await response.arrayBuffer()
    for (const field of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/u.exec(field) ?? []
      if (value === "") jar.delete(name)
      else jar.set(name, value)
    }
    const location = response.headers.get("location")
    const next = location === null ? null : new URL(location, url).href
    return { response, next }
  }
  /** Goes from the service to the provider's page. */
  const begin = async (query = "") => {
    const { response, next } = await open(`${serviceUrl}/oidc${query}`)
    return { response, providerUrl: next ?? "" }
  }
  /** Passes through the provider until it redirects the browser. Returns the callback URL. */
  const pass = async (providerUrl: string): Promise<string> => {
    let url = providerUrl
    for (let hops = 0; hops < 10; hops++) {
      const { next, response } = await open(url)
      if (next === null) throw new Error(`the provider answers ${response.status} at ${url}`)
      if (next.startsWith(`${serviceUrl}/`)) return next
      url = next
    }
    throw new Error("the provider never sends the browser back")
  }
  return {
    open,
    begin,
    pass,
    cookies: () => jarOf(serviceUrl),
    /** Performs the whole sign-in. Returns the final address. */
    signIn: async (query = "") => {
      const { next, response } = await open(await pass((await begin(query)).providerUrl))
      return { arrived: (next ?? "").replace(serviceUrl, ""), response }
    },
  }
}

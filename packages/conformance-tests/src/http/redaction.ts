/** Takes credentials out of everything that a report could show. */
export interface Redaction {
  /** A credential that must never be shown from now on, and the name that it is called by. */
  readonly hide: (secret: string, name?: string) => void
  readonly clean: (text: string) => string
  /** The same, with a credential that has a name as a shell would write it. */
  readonly named: (text: string) => string
  readonly cleanHeaders: (headers: { readonly [name: string]: string }) => {
    readonly [name: string]: string
  }
}

const hidden = "[redacted]"
const minCharacters = 8

/** What a credential is called in a report: the business's key and id, and the token's key. */
export const credentialName = (...parts: ReadonlyArray<string>): string =>
  parts
    .join("_")
    .replaceAll(/[^a-z0-9]+/giu, "_")
    .toUpperCase()

export const redaction = (): Redaction => {
  const secrets = new Map<string, string | undefined>()

  const clean = (text: string): string => {
    let cleaned = text
    for (const secret of secrets.keys()) {
      if (cleaned.includes(secret)) cleaned = cleaned.replaceAll(secret, hidden)
    }
    return cleaned
  }

  /** A credential that has a name is shown as a shell would write it. */
  const authorization = (value: string): string => {
    const [scheme = "", token = ""] = value.split(/ +/u, 2)
    const name = secrets.get(token)
    return `${scheme} ${name === undefined ? hidden : `$${name}`}`
  }

  const named = (text: string): string => {
    let cleaned = text
    for (const [secret, name] of secrets) {
      cleaned = cleaned.replaceAll(secret, () => (name === undefined ? hidden : `$${name}`))
    }
    return cleaned
  }

  return {
    named,
    hide: (secret, name) => {
      if (secret.length >= minCharacters) secrets.set(secret, name ?? secrets.get(secret))
    },
    clean,
    cleanHeaders: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          name === "authorization" ? authorization(value) : clean(value),
        ]),
      ),
  }
}

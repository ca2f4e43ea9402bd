/** Removes credentials from everything that a report could show. */
export interface Redaction {
  /** Registers a credential that must never be shown, with an optional name to show instead. */
  readonly hide: (secret: string, name?: string) => void
  readonly clean: (text: string) => string
  /** The same, but a credential with a name is shown as a shell variable. */
  readonly named: (text: string) => string
  readonly cleanHeaders: (headers: { readonly [name: string]: string }) => {
    readonly [name: string]: string
  }
}

const hidden = "[redacted]"
const minCharacters = 8

/** Returns the name of a credential in a report: the business's key and id, and the token's key. */
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

  /** A credential with a name is shown as a shell variable. */
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

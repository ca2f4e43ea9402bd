/** Takes credentials out of everything that a report could show. */
export interface Redaction {
  /** A credential that must never be shown from now on. */
  readonly hide: (secret: string) => void
  readonly clean: (text: string) => string
  readonly cleanHeaders: (headers: { readonly [name: string]: string }) => {
    readonly [name: string]: string
  }
}

const hidden = "[redacted]"
const shortest = 8

export const redaction = (): Redaction => {
  const secrets = new Set<string>()

  const clean = (text: string): string => {
    let cleaned = text
    for (const secret of secrets) {
      if (cleaned.includes(secret)) cleaned = cleaned.replaceAll(secret, hidden)
    }
    return cleaned
  }

  return {
    hide: (secret) => {
      if (secret.length >= shortest) secrets.add(secret)
    },
    clean,
    cleanHeaders: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          name === "authorization" ? `${value.split(" ")[0]} ${hidden}` : clean(value),
        ]),
      ),
  }
}

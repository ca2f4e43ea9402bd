import { readPort } from "../config.ts"
import type { Setting } from "../setting-form.ts"

const isSecret = (text: string): boolean =>
  /^whsec_[A-Za-z0-9+/]{16,256}={0,2}$/u.test(text) && text.length % 4 === 2

/** Settings of `outlay listen`. */
export const listening = {
  port: {
    flag: "port",
    variable: "OUTLAY_LISTEN_PORT",
    what: "Port to listen on, on this machine only; 0 picks a free one",
    allowed: "a whole number from 0 to 65535",
    default: "4000",
    read: readPort,
  },
  secret: {
    flag: "secret",
    variable: "OUTLAY_WEBHOOK_SECRET",
    what: "Secret of the webhook, which was shown when it was created",
    allowed: "whsec_ and base64",
    default: "",
    secret: true,
    read: (text: string) => (isSecret(text) ? text : null),
  },
  forward: {
    flag: "forward",
    variable: "OUTLAY_LISTEN_FORWARD",
    what: "Target for verified deliveries; its response is returned to the sender",
    allowed: "http:// or https:// and a host, such as http://127.0.0.1:3000/hooks",
    default: "",
    read: (text: string) => {
      if (text === "") return "nowhere"
      const url = URL.parse(text)
      return url !== null && /^https?:$/u.test(url.protocol) ? url.href : null
    },
  },
} as const satisfies Record<string, Setting<unknown>>

import { type Requirement, requirementsOf } from "../requirement.ts"

interface Fault {
  readonly sentence: string
  readonly sent: string
  readonly accepted: string
  readonly excluded?: string
}

const under =
  (section: string) =>
  (id: string, fault: Fault): Omit<Requirement, "area"> => ({
    id: `hardening.${id}`,
    strength: "security",
    section,
    source: "faults",
    ...fault,
  })

const framing = under("D. HTTP framing and connections")
const texts = under("E. JSON and text")
const numbers = under("F. Numbers and money")
const queries = under("G. Ids, filters, paging")

/** Condition that is checked after each of them. */
const unharmed = "Afterwards a good request is answered, and no fund and no topup has changed."

/** Requests that a server must withstand from any client. */
export const hardening = requirementsOf("hardening", [
  framing("smuggling", {
    sentence:
      "F-27 CL+TE, duplicate CL, bad TE, obs-fold, bare LF, CR/NUL: 400 and connection closed; the smuggled second request is never executed (counter in the log = 0).",
    sent: "A topup framed wrongly, with another whole topup hidden behind it, on a bare socket.",
    accepted: `4xx, or 501 for a coding, or a closed connection; no success at all. ${unharmed}`,
  }),
  framing("two-hosts", {
    sentence: "F-28 two Host -> 400",
    sent: "A request with two different Host fields.",
    accepted: "4xx or a closed connection.",
  }),
  framing("two-credentials", {
    sentence: 'F-29 two Authorization -> 400/401, never "first wins".',
    sent: "A valid credential and an invalid one in two fields, in both orders.",
    accepted: "4xx or a closed connection.",
  }),
  framing("odd-paths", {
    sentence:
      "F-30 absolute-form, `//host`, `/../`, `%2e%2e`, `%2f`, `;param`, `%00`, `%zz`, over-long: 400/404, never another tenant, never 500.",
    sent: "Paths that a careless server resolves, decodes or cuts, into another business.",
    accepted: "4xx, or what the same business is shown anyway; nothing of another business.",
  }),
  framing("versions", {
    sentence: "F-31 HTTP/0.9, 1.0, `HTTP/2.0` line: 400/505 or clean answer; h2c upgrade ignored.",
    sent: "A good request with other versions of HTTP.",
    accepted: "A complete response, 4xx, 505 or a closed connection.",
  }),
  framing("methods", {
    sentence:
      "F-32 TRACE, CONNECT, PROPFIND, lower-case `get`: 405/400/501 with Allow where 405; HEAD = GET without body.",
    sent: "Methods that no operation has, and HEAD where there is a GET.",
    accepted: "4xx or 501, with Allow where it is 405; HEAD without a body.",
  }),
  framing("oversized-head", {
    sentence: "F-33 > 100 headers, 16 KB+ header, 8 KB+ URL: 431/414.",
    sent: "A thousand fields; a field of 128 KiB; a target of 64 KiB.",
    accepted: "4xx or a closed connection.",
  }),
  framing("slow", {
    sentence:
      "F-34 slow headers, slow body, slow read, 500 each: closed within limits, parallel good client p99 < 2x normal, 0 failures.",
    sent: "Sixty connections that send half a head or half a body and wait; good requests at the same time.",
    accepted: "Every good request gets its response. Speed is not tested.",
  }),
  framing("connections", {
    sentence:
      "F-35 20,000 connections opened and idle; connect/reset storm 5,000/s for 30 s: service recovers <= 5 s, fds back to base line +-10.",
    sent: "Two hundred connections opened and left; two hundred opened and reset.",
    accepted: "Good requests get their responses meanwhile and afterwards.",
  }),
  framing("cut-off", {
    sentence:
      "F-36 half-close, reset mid-body, reset before answer x 1,000: no leaked sockets, no unhandled rejection.",
    sent: "Topups whose body ends in the middle because the client went away.",
    accepted: `Nothing, or a refusal. ${unharmed}`,
  }),
  framing("pipelined", {
    sentence: "F-37 pipelined 1,000 requests: ordered, correct.",
    sent: "A hundred requests at once on one connection, for different records.",
    accepted: "As many responses, in order; or a connection closed after some of them.",
  }),
  framing("too-long", {
    sentence:
      "F-38 body > limit (1 MB) with and without Content-Length: 413, connection closed, RSS growth < 50 MB for 100 parallel 60 MB senders.",
    sent: "A topup of 24 MiB, with its length declared and in chunks.",
    accepted: `413 or another 4xx, or a closed connection. ${unharmed}`,
  }),
  framing("compressed", {
    sentence: "F-39 gzip/br/deflate body or zip bomb: 415, never inflated beyond the limit.",
    sent: "A topup with content codings: correctly compressed, not compressed, and growing a thousandfold.",
    accepted: `A refusal; a small body that is correctly compressed may be accepted. ${unharmed}`,
  }),
  framing("media-types", {
    sentence:
      "F-40 wrong/missing content type, charset other than UTF-8, `multipart`: 415; Accept without JSON: 406 or JSON.",
    sent: "A topup as XML, as a form, as text in another charset; a list asked for as an image.",
    accepted: "Never an error of the server; bodies that are not JSON are refused; 406 or JSON.",
  }),
  texts("not-json", {
    sentence:
      "F-41 JSONTestSuite 318 files as bodies: y parsed, n -> 400, i -> 400 or consistent; 0 5xx.",
    sent: "A topup that is nearly JSON: trailing commas, comments, quotes left open, bad escapes.",
    accepted: `4xx. ${unharmed}`,
  }),
  texts("odd-json", {
    sentence:
      "F-41 JSONTestSuite 318 files as bodies: y parsed, n -> 400, i -> 400 or consistent; 0 5xx.",
    sent: "A topup in unusual JSON: white space, escapes, exponents.",
    accepted: "Success, with the amount and the description that were meant.",
  }),
  texts("depth", {
    sentence: "F-42 depth 100 / 5,000 / 100,000 / 1,000,000: 400 above the limit; < 50 ms each.",
    sent: "Arrays and objects inside each other, up to 400,000.",
    accepted: `4xx. ${unharmed}`,
  }),
  texts("duplicate-keys", {
    sentence: 'F-43 duplicate keys (also differing by escapes `"amount"`/`"\\u0061mount"`): 400.',
    sent: "A topup with two amounts.",
    accepted: `4xx. ${unharmed}`,
  }),
  texts("prototype-keys", {
    sentence:
      "F-44 `__proto__`, `constructor.prototype`, `toString` as keys at any level, and as `status`/id values: refused or stored as plain data; `({}).polluted` undefined afterwards; no prototype key in output.",
    sent: "Those keys in bodies, ids and filters.",
    accepted: "A refusal, or success without any trace of it, here and in later responses.",
  }),
  texts("bad-encoding", {
    sentence:
      "F-45 invalid UTF-8, overlong, lone surrogates, BOM, NUL and C0/C1 controls: 400; what is stored comes back byte-identical.",
    sent: "A topup whose description is not UTF-8, or has characters that no text may have.",
    accepted: `4xx for bytes that are not UTF-8; for the rest 4xx, or the text comes back. ${unharmed}`,
  }),
  texts("addresses", {
    sentence:
      "F-46 e-mail: case, NFC/NFD, full-width, `İ`/`ſ`, zero-width, IDN/punycode, quoted local part, 254/255 chars, CRLF (header injection): one canonical form; duplicates detected; refused forms documented.",
    sent: "Invites to addresses with line breaks, control characters, or nothing before or after the @.",
    accepted: "4xx, and no invite is listed.",
  }),
  texts("long-texts", {
    sentence:
      "F-47 50 ReDoS strings (e-mail, uuid, date, decimal; 64 KB): each < 20 ms; event-loop delay < 100 ms.",
    sent: "Texts of 64 KB that are slow to match with careless patterns, in bodies and queries.",
    accepted:
      "A status below 500, and responses to good requests at the same time. Speed is not tested.",
  }),
  texts("wrong-types", {
    sentence:
      "F-48 unknown fields, wrong types (string for number, number for string, null, [], {}), missing required, arrays of 10^5, strings of 10^6: 4xx with a pointer to the field; 0 coercions.",
    sent: "Topups and invites with fields of every other type, or missing.",
    accepted: `4xx. ${unharmed}`,
  }),
  texts("naughty-texts", {
    sentence:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a verbatim quote
      "F-49 naughty strings (500) in every string field, including `'; DROP`, `${}`, `{{}}`, CSV formula prefixes, RTL override: stored verbatim or refused; no 5xx; no SQL error text.",
    sent: "Such texts as the description of a topup.",
    accepted: "4xx, or the text comes back as it was, in NFC and trimmed at most.",
  }),
  numbers("exact-amounts", {
    sentence: "F-50 0.1+0.2, 1.005, 0.001, -0, 1e-7, 1e21: exact decimals or refused; sums exact.",
    sent: "Topups of amounts that no currency has, or whose binary sum is inexact.",
    accepted: "A refusal that changes nothing, or exactly the amount.",
  }),
  numbers("huge-amounts", {
    sentence:
      "F-51 2^53-1, 2^53, 2^53+1, 2^63, 2^64, 1e308, 1e400, NaN/Infinity literals: refused above the safe range; never silently rounded; never `null` in the answer.",
    sent: "Topups of amounts that no exact cent can hold.",
    accepted: `4xx. ${unharmed}`,
  }),
  numbers("many-topups", {
    sentence:
      "F-52 10,000 random topups up/down: available_amount equals the exact decimal model after each.",
    sent: "A hundred random topups up and down, one after another, amounts to the cent.",
    accepted: "After each the available amount of the exact decimal model.",
  }),
  numbers("integers", {
    sentence: 'F-53 integers as `1.0`, `1e0`, `"1"`, `true`: documented, never aliasing.',
    sent: "The business's id in such forms in the path, and a user's.",
    accepted: "4xx.",
  }),
  queries("odd-ids", {
    sentence:
      "F-54 path ids: leading zeros, sign, hex, exponent, spaces, percent-encoded digits, Unicode digits, 20+ digits, negative, empty, `undefined`, upper-case/braced uuid: 400/404, never an alias.",
    sent: "Texts that are not ids, instead of each id of a path.",
    accepted: "4xx.",
  }),
  queries("paging", {
    sentence:
      "F-55 limit/offset: 0, -1, 501, 2^31, 2^53, `1e2`, `0x10`, `5.5`, ` 5`, `+5`, empty, repeated, array syntax `limit[]=`: refused per decision, never > 500 records, never 5xx.",
    sent: "Each of them to the list of transactions.",
    accepted: "4xx, or at most 500 records of the list.",
  }),
  queries("pollution", {
    sentence:
      "F-56 100,000 `status=` repeats; 10,000 unknown parameters; parameter pollution `limit=1&limit=500`: 400/414.",
    sent: "Such queries to the list of transactions.",
    accepted: "4xx, or a closed connection, or at most 500 records that match; never a 5xx.",
  }),
  queries("dates", {
    sentence:
      "F-57 dates: 2025-02-29, 2025-13-01, 0000-01-01, 9999-12-31, `2025-3-1`, timestamps, time-zone suffix, min > max: refused/empty per decision, never unfiltered.",
    sent: "Each of them as each bound of the list of transactions.",
    accepted: "4xx, or fewer records than without the bound.",
  }),
  queries("random-filters", {
    sentence:
      "F-58 model-based: 10,000 random filter+paging combinations vs an in-memory model (the place where Jepsen found TigerBeetle's missing results): identical sets and counts.",
    sent: "A hundred random combinations of bounds, statuses, expense status, offset and limit.",
    accepted:
      "The count and the page that follow from the specification and from each filter alone.",
  }),
  queries("injection", {
    sentence:
      "F-59 SQL/NoSQL/LDAP/template injection by sqlmap level 3 on every parameter: 0 injectable.",
    sent: "Texts that would change an SQL statement into which they are pasted, as ids and as filters.",
    accepted: "4xx, or no record that the text itself does not name.",
  }),
])

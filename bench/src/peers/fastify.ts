import { hash, randomUUID } from "node:crypto"
import etag from "@fastify/etag"
import helmet from "@fastify/helmet"
import rateLimit from "@fastify/rate-limit"
import fastify, { type FastifyInstance } from "fastify"
import { Histogram } from "prom-client"
import { open } from "./database.ts"
import { query, record, recordPage, topup, wantedTopup } from "./schemas.ts"

/**
 * Peer with Fastify: `node fastify.ts FILE CLIENT_ID [checked]`. With `checked`, Fastify's own
 * plugins do what the service does: look up the digest of the token, limit the rate, validate
 * requests, serialise responses by schemas, add ETags, and observe each request.
 */
const [file = "", client = "", mode = "bare"] = process.argv.slice(2)
const database = open(file, Number(client))
const isChecked = mode === "checked"

const app = fastify({
  ...(isChecked && {
    requestIdHeader: "x-request-id",
    genReqId: () => randomUUID(),
  }),
})

const check = async (server: FastifyInstance): Promise<void> => {
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of requests.",
    labelNames: ["route", "method", "status"],
  })
  await server.register(helmet)
  await server.register(etag)
  await server.register(rateLimit, {
    max: 100_000_000,
    timeWindow: 60_000,
    keyGenerator: ({ headers }) => headers.authorization ?? "",
  })
  server.addHook("onRequest", async (request, reply) => {
    const [scheme, secret = ""] = (request.headers.authorization ?? "").split(" ")
    if (scheme !== "Bearer" || !database.knows(hash("sha256", secret, "hex"))) {
      await reply.code(401).send({ title: "Unauthorized", status: 401 })
    }
  })
  server.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? ""
    const labels = { route, method: request.method, status: String(reply.statusCode) }
    durations.observe(labels, reply.elapsedTime / 1_000)
  })
  server.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id)
    reply.header("cache-control", "no-store")
  })
}

if (isChecked) await check(app)
const schemas = <S extends object>(schema: S) => (isChecked ? { schema } : {})

const base = `/v2/businesses/${client}/transactions`
app.get<{ Params: { id: string } }>(
  `${base}/:id`,
  schemas({ response: { 200: record } }),
  async ({ params }) => database.one(params.id),
)
app.get<{ Querystring: { offset?: number; limit?: number } }>(
  base,
  schemas({ querystring: query, response: { 200: recordPage } }),
  async ({ query: { offset = 0, limit = 50 } }) => database.page(Number(offset), Number(limit)),
)
app.post<{ Params: { budget: string }; Body: { amount: number; description: string } }>(
  `/v1/businesses/${client}/budgets/:budget/topups`,
  schemas({ body: wantedTopup, response: { 201: topup } }),
  async ({ params, body }, reply) => {
    reply.code(201)
    return database.topup(params.budget, body.amount, body.description)
  },
)

process.once("SIGTERM", () => process.exit(0))
const address = await app.listen({ port: 0, host: "127.0.0.1" })
process.stdout.write(`listening ${new URL(address).port}\n`)

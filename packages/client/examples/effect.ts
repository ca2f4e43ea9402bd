import { Client } from "@outlay/client"
import { Console, Effect, Stream } from "effect"

const program = Effect.gen(function* () {
  const client = yield* Client
  const params = { client_id: 7, budget_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c" }
  const topup = yield* client.topups.create({
    params,
    body: { amount: 12.34, description: "Travel" },
  })
  yield* Console.log(`${topup.status}: ${topup.amount}`)

  const query = { min_auth_date: "2026-11-01", status: ["CLEARED"] as const }
  yield* client
    .records(client.transactions.list, { params, query })
    .pipe(Stream.runForEach(({ merchant_name, amount }) => Console.log(merchant_name, amount)))

  yield* client.topups
    .create({ params, body: { amount: -1_000_000, description: "Too much" } })
    .pipe(Effect.catchTag("ProblemError", ({ status, code }) => Console.log(`${status} ${code}`)))
})

const baseUrl = process.env["OUTLAY_URL"] ?? "http://127.0.0.1:8080"
const token = process.env["OUTLAY_TOKEN"] ?? ""
await Effect.runPromise(Effect.provide(program, Client.layer({ baseUrl, token })))

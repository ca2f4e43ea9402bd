import { makeClient, ProblemError } from "@outlay/client"

const { promise: outlay } = makeClient({
  baseUrl: process.env["OUTLAY_URL"] ?? "http://127.0.0.1:8080",
  token: process.env["OUTLAY_TOKEN"] ?? "",
})

const params = { client_id: 7, budget_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c" }
const { body, headers } = await outlay.budgets.get.withResponse({ params })
const changed = await outlay.budgets.update({
  params,
  body: { name: `${body.name} and training` },
  headers: { "If-Match": headers.get("etag") ?? "*" },
})
console.log(changed.name)

for await (const user of outlay.records(outlay.users.list, { params })) {
  console.log(user.name)
}

try {
  await outlay.users.remove({ params: { client_id: 7, user_id: 12 } })
} catch (failure) {
  if (!(failure instanceof ProblemError)) throw failure
  console.log(failure.code)
}

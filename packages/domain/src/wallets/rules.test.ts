import { describe, expect, test } from "vitest"
import { now, refusal, verdict } from "../../test/given.ts"
import { decideWallet } from "./rules.ts"

const command = { client_id: 7, currency: "USD", now }
const wallet = { client_id: 7, currency: "USD", balance: 5, created: now, updated: now }

describe("decideWallet", () => {
  test("opens an empty wallet", () => {
    const result = decideWallet({ wallet: null }, command)
    expect(verdict(result)).toEqual(["wallets created", "event wallet.created"])
    expect(result).toMatchObject({ success: { result: { ...wallet, balance: 0 } } })
  })

  test("refuses a second wallet in the same currency", () => {
    expect(refusal(decideWallet({ wallet }, command))).toMatchObject({
      _tag: "WalletExists",
      pointer: "/currency",
    })
  })
})

import { dataset } from "../src/dataset.ts"
import { load, start } from "../src/processes.ts"
const d = await dataset(100_000)
console.log("import", d.rate)
const product = await start([...(process.argv[2] === "prof" ? ["--cpu-prof", "--cpu-prof-dir=/tmp/prof3"] : []), new URL("../src/product.ts", import.meta.url).pathname, d.file])
const baseline = await start([new URL("../src/baseline.ts", import.meta.url).pathname, d.file, String(d.client_id)])
const req = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${d.token}\r\n\r\n`
const p = `/v2/businesses/${d.client_id}/transactions`
const a = await (await fetch(`http://127.0.0.1:${product.port}${p}`, { headers: { authorization: `Bearer ${d.token}` } })).text()
const b = await (await fetch(`http://127.0.0.1:${baseline.port}${p}`)).text()
console.log("same", a === b, a.length); if (a !== b) { console.log(a.slice(0, 1200)); console.log(b.slice(0, 1200)) }
for (const [name, requests] of [["one", d.transaction_ids.map((id) => req(`${p}/${id}`))], ["page", [req(`${p}?limit=50`)]]] as const)
  for (let i = 0; i < 3; i++) {
    const x = await load({ port: product.port, connections: 50, duration: 2500, warmup: i === 0 ? 2000 : 500, requests, numbered: false })
    const y = await load({ port: baseline.port, connections: 50, duration: 2500, warmup: i === 0 ? 2000 : 500, requests, numbered: false })
    console.log(name, Math.round(x.rate), x.failed, Math.round(y.rate), y.failed, (x.rate / y.rate).toFixed(3), x.p99.toFixed(1), y.p99.toFixed(1))
  }
await product.stop(); await baseline.stop(); process.exit(0)

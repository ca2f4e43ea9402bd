import { connect } from "node:net"

/**
 * Sends a small request every millisecond. The returned function stops it and returns the longest
 * wait.
 */
export const startWaits = (port: number): (() => Promise<number>) => {
  let longest = 0
  let sentAt = 0
  let isOver = false
  const socket = connect(port, "127.0.0.1")
  const next = () => {
    sentAt = performance.now()
    socket.write("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
  }
  const ended = new Promise<number>((resolve) => socket.once("close", () => resolve(longest)))
  socket.on("data", () => {
    longest = Math.max(longest, performance.now() - sentAt)
    if (isOver) socket.destroy()
    else setTimeout(next, 1)
  })
  next()
  return () => {
    isOver = true
    return ended
  }
}

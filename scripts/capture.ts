type Write = NodeJS.WriteStream["write"]

/**
 * Captures the output of this process to a stream, so that a test can run a command without a child
 * process. Returns the text so far, and a function that restores the stream.
 */
export const capture = (stream: NodeJS.WriteStream) => {
  const { write } = stream
  let text = ""
  stream.write = ((chunk: string | Uint8Array, ...rest: ReadonlyArray<unknown>) => {
    text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8")
    const taken = rest.at(-1)
    if (typeof taken === "function") queueMicrotask(() => taken())
    return true
  }) as Write
  return {
    text: () => text,
    giveBack: () => {
      stream.write = write
    },
  }
}

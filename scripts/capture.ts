type Write = NodeJS.WriteStream["write"]

/**
 * Takes what this process writes to a stream, so that a test can run a command without a process of
 * its own; answers the text so far, and how to give the stream back.
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

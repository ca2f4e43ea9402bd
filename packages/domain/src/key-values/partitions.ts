/**
 * Returns a function from business to partition name. It caches the names, because it is called for
 * every row.
 */
export const partitionsOf = (name: string): ((client_id: number) => string) => {
  const known = new Map<number, string>()
  return (client_id) => {
    const found = known.get(client_id)
    if (found !== undefined) return found
    const partition = `${name}/${client_id}`
    known.set(client_id, partition)
    return partition
  }
}

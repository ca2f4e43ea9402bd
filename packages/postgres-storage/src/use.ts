/**
 * Who uses a database says so by a lock of its session: those that serve it and commands that write
 * share the lock, and a move has it alone. It ends with the session, however that ends.
 */
const useLock = 8031161924372

/** True where no move has the database. */
export const usesBeside = `pg_try_advisory_lock_shared(${useLock})`

/** True where nobody uses the database. */
export const movesAlone = `pg_try_advisory_lock(${useLock})`

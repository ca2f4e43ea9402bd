/**
 * Users of a database hold a lock of their session: processes that serve it and commands that write
 * share the lock, and a move has it alone. The lock ends with the session, even if that is killed.
 */
const useLock = 8031161924372

/** True if no move is using the database. */
export const usesBeside = `pg_try_advisory_lock_shared(${useLock})`

/** True if no one is using the database. */
export const movesAlone = `pg_try_advisory_lock(${useLock})`

import { IconCloudOff } from "@tabler/icons-react"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { watchConnection } from "../api/client.ts"
import { useTexts } from "../texts/languages.ts"

const intervalMs = 2_000

/** Shows that the service is unreachable, and polls until it is reachable. */
export const Connection = () => {
  const [isLost, setLost] = useState(false)
  const queries = useQueryClient()
  const { trouble } = useTexts()
  useEffect(() => watchConnection(setLost), [])
  useEffect(() => {
    if (!isLost) return
    const timer = setInterval(async () => {
      const response = await fetch("/livez", { cache: "no-store" }).catch(() => null)
      if (response?.ok !== true) return
      setLost(false)
      await queries.invalidateQueries()
    }, intervalMs)
    return () => clearInterval(timer)
  }, [isLost, queries])
  return (
    <div role="status" aria-live="polite">
      {isLost ? (
        <div className="connection">
          <IconCloudOff size={18} aria-hidden />
          <span>
            <strong>{trouble.lost}</strong> {trouble.lostHelp}
          </span>
        </div>
      ) : null}
    </div>
  )
}

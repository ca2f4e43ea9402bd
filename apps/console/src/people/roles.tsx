import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import { Trouble } from "../app/states.tsx"
import { useTexts } from "../texts/languages.ts"

const actions = ["read", "create", "update", "delete"] as const

/** Permissions of each role by resource. */
export const Roles = () => {
  const { people } = useTexts()
  const list = useQuery(ask.roles)
  const roles = list.data ?? []
  const resources = [
    ...new Set(roles.flatMap(({ permissions }) => permissions.map(({ resource }) => resource))),
  ].sort()
  return (
    <>
      <Trouble failure={list.error} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section className="table-frame rights" tabIndex={0} aria-label={people.may}>
        <table className="table" aria-label={people.roles}>
          <thead>
            <tr>
              <th>{people.may}</th>
              {roles.map(({ id, name }) => (
                <th key={id}>{people.roleName(name)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {resources.map((resource) => (
              <tr key={resource}>
                <th scope="row">{people.resources[resource]}</th>
                {roles.map(({ id, permissions }) => (
                  <td key={id}>
                    {actions
                      .filter((action) =>
                        permissions.some((_) => _.resource === resource && _.action === action),
                      )
                      .map((action) => people.actions[action])
                      .join(", ") || "–"}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

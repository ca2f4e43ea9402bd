import { Button } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { api, dataOf, everyOne, ofBusiness } from "../api/client.ts"
import { useWrite } from "../api/write.ts"
import { browserName } from "../core/browser.ts"
import { useFormat } from "../core/format.ts"
import { Confirm } from "../parts/confirm.tsx"
import { Tag } from "../parts/tag.tsx"
import { useTexts } from "../texts/languages.ts"
import { List, RowActions } from "./list.tsx"

const path = "/v1/businesses/{client_id}/me/sessions"
const refreshes = [["sessions"], ["me"]]

/** Sessions: browsers in which the person is signed in. */
export const Sessions = () => {
  const { settings, common } = useTexts()
  const format = useFormat()
  const list = useQuery({
    queryKey: ["sessions"],
    queryFn: () => everyOne((query) => api.GET(path, { params: { path: ofBusiness(), query } })),
  })
  return (
    <>
      <List
        title={settings.sessions}
        help={settings.sessionsHelp}
        list={list}
        empty={settings.noSessions}
        heads={[settings.browser, settings.signedIn, settings.lastUsed, settings.expires]}
        wide={[settings.signedIn, settings.lastUsed, settings.expires]}
        add={null}
        row={(session) => (
          <tr key={session.id}>
            <td title={session.user_agent}>
              {session.user_agent === "" ? common.unknown : browserName(session.user_agent)}{" "}
              {session.is_current ? <Tag tone="good">{settings.thisOne}</Tag> : null}
              <small className="narrow">{format.time(session.created)}</small>
            </td>
            <td className="wide">{format.time(session.created)}</td>
            <td className="wide">
              {session.last_used_at === null ? common.none : format.time(session.last_used_at)}
            </td>
            <td className="wide">{format.time(session.expires_at)}</td>
            <RowActions
              name={settings.sessionOf(format.time(session.created))}
              remove={{
                text: settings.sessionSure,
                action: settings.end,
                refreshes,
                send: () =>
                  dataOf(
                    api.DELETE(`${path}/{session_id}`, {
                      params: { path: { ...ofBusiness(), session_id: session.id } },
                    }),
                  ),
              }}
            />
          </tr>
        )}
      />
      {(list.data ?? []).length > 0 ? <EndAll /> : null}
    </>
  )
}

const EndAll = () => {
  const { settings } = useTexts()
  const write = useWrite({
    send: (_: undefined) => dataOf(api.DELETE(path, { params: { path: ofBusiness() } })),
    refreshes,
  })
  return (
    <div className="section">
      <Confirm
        title={settings.endAll}
        text={settings.endAllSure}
        action={settings.endAll}
        write={write}
      >
        {(open) => (
          <Button color="red" variant="light" onClick={open} className="own-width">
            {settings.endAll}
          </Button>
        )}
      </Confirm>
    </div>
  )
}

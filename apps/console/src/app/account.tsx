import { Menu, UnstyledButton } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import {
  IconBook2,
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSun,
} from "@tabler/icons-react"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useEffect } from "react"
import { OtherPerson } from "../api/failure.ts"
import { signOut } from "../api/sign-out.ts"
import { useWrite } from "../api/write.ts"
import { Monogram } from "../parts/monogram.tsx"
import { type Language, languages, useLanguage, useTexts } from "../texts/languages.ts"
import { useMe } from "./business.ts"
import { useMayLeave } from "./departure.ts"
import { useChooseLanguage, useTheme } from "./preferences.tsx"

/** Account menu: the signed-in person, the theme, the language, and signing out. */
export const Account = () => {
  const { user, role } = useMe()
  const texts = useTexts()
  const name = user?.name ?? texts.sheet.token
  return (
    <Menu width={260} position="top-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className="account" title={texts.preferences.account}>
          <Monogram name={name} />
          <span className="account-name">
            <strong>{name}</strong>
            <small>{texts.people.roleName(role.name)}</small>
          </span>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Appearances />
        <Menu.Divider />
        <Languages />
        <Menu.Divider />
        <Menu.Item component="a" href="/docs" leftSection={<IconBook2 size={16} />}>
          {texts.nav.apiReference}
        </Menu.Item>
        <SignOut />
      </Menu.Dropdown>
    </Menu>
  )
}

const Appearances = () => {
  const { preferences } = useTexts()
  const { scheme, choose } = useTheme()
  const all = [
    ["light", preferences.light, IconSun],
    ["dark", preferences.dark, IconMoon],
    ["auto", preferences.system, IconDeviceDesktop],
  ] as const
  return (
    <>
      <Menu.Label>{preferences.appearance}</Menu.Label>
      {all.map(([value, label, Icon]) => (
        <Menu.RadioItem
          key={value}
          value={value}
          checked={scheme === value}
          onChange={() => choose(value)}
          checkIcon={<IconCheck size={16} />}
          rightSection={<Icon size={16} />}
          closeMenuOnClick
        >
          {label}
        </Menu.RadioItem>
      ))}
    </>
  )
}

const Languages = () => {
  const { preferences } = useTexts()
  const language = useLanguage()
  const choose = useChooseLanguage()
  return (
    <>
      <Menu.Label>{preferences.language}</Menu.Label>
      {Object.entries(languages).map(([value, label]) => (
        <Menu.RadioItem
          key={value}
          value={value}
          lang={value}
          checked={language === value}
          onChange={() => choose(value as Language)}
          checkIcon={<IconCheck size={16} />}
          closeMenuOnClick
        >
          {label}
        </Menu.RadioItem>
      ))}
    </>
  )
}

const SignOut = () => {
  const { signIn, trouble } = useTexts()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const mayLeave = useMayLeave()
  const leave = useWrite({
    send: (_: undefined) => signOut(),
    done: () => {
      queries.clear()
      void navigate({ to: "/sign-in", search: {}, ignoreBlocker: true })
    },
  })
  const { error, mutate } = leave
  useEffect(() => {
    // A notice over the page already says that another person is signed in.
    if (error === null || error instanceof OtherPerson) return
    notifications.show({ message: error.message || trouble.lost, color: "red" })
  }, [error, trouble])
  return (
    <Menu.Item
      leftSection={<IconLogout size={16} />}
      onClick={() => mayLeave() && mutate(undefined)}
    >
      {signIn.signOut}
    </Menu.Item>
  )
}

import { ActionIcon, Burger, Kbd, Tooltip, UnstyledButton, VisuallyHidden } from "@mantine/core"
import { IconSearch } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { Link, Outlet, useLocation } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import * as ask from "../api/queries.ts"
import type { Me } from "../api/records.ts"
import { Drawer } from "../parts/panel.tsx"
import { useTexts } from "../texts/languages.ts"
import { Account } from "./account.tsx"
import { MeContext, useMe } from "./business.ts"
import { Connection } from "./connection.tsx"
import { useLeaving } from "./departure.ts"
import { Finding, openPalette } from "./finding.tsx"
import icon from "./icon.svg"
import { destinationsOf, isOpenTo } from "./navigation.tsx"
import { SessionEnd } from "./session-end.tsx"
import { Shortcuts } from "./shortcuts.tsx"
import { NotFound, Trouble, Waiting } from "./states.tsx"

/** Frame of every screen, shown once the signed-in person is known. */
export const Shell = () => {
  const { data, error, refetch } = useQuery(ask.me)
  if (data === undefined) {
    return (
      <main className="waiting-page">
        <Connection />
        {error === null ? <Waiting /> : <Trouble failure={error} retry={() => void refetch()} />}
      </main>
    )
  }
  return (
    <MeContext value={data}>
      <Frame me={data} />
    </MeContext>
  )
}

const Frame = ({ me }: { readonly me: Me }) => {
  const { nav } = useTexts()
  const { pathname } = useLocation()
  useLeaving()
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {nav.skip}
      </a>
      <aside className="side">
        <Brand />
        <Finder />
        <Places />
        <div className="side-foot">
          <Account />
        </div>
      </aside>
      <TopBar />
      <div className="stage">
        <Connection />
        <main id="content" tabIndex={-1}>
          {isOpenTo(me, pathname) ? <Outlet /> : <NotFound />}
        </main>
      </div>
      <Finding me={me} />
      <Shortcuts me={me} />
      <SessionEnd />
    </div>
  )
}

const Brand = () => {
  const { business } = useMe()
  return (
    <Link to="/" className="brand">
      <img src={icon} alt="" width={30} height={30} />
      <span>
        <strong>Outlay</strong>
        <small>{business.name}</small>
      </span>
    </Link>
  )
}

const Finder = () => {
  const { keys } = useTexts()
  return (
    <UnstyledButton className="finder" onClick={openPalette}>
      <IconSearch size={16} aria-hidden />
      <span>{keys.palette}</span>
      <Kbd size="xs" aria-hidden>
        Ctrl K
      </Kbd>
    </UnstyledButton>
  )
}

const Places = () => {
  const me = useMe()
  const { nav } = useTexts()
  return (
    <nav aria-label={nav.main} className="places">
      {destinationsOf(me).map(({ to, name, icon: Icon }) => (
        <Link key={to} to={to} className="place" activeOptions={{ exact: to === "/" }}>
          <Icon size={19} stroke={1.7} aria-hidden />
          <span>{nav[name]}</span>
          {to === "/approvals" ? <WaitCount /> : null}
        </Link>
      ))}
    </nav>
  )
}

/** Number of requests that the person may decide. */
const WaitCount = () => {
  const { home } = useTexts()
  const waiting = useQuery(ask.topups("PENDING")).data?.results
  const count = (waiting ?? []).filter(({ can_decide }) => can_decide).length
  if (count === 0) return null
  return (
    <span className="place-count" title={home.toApprove}>
      {count}
    </span>
  )
}

/** Bar at the top of narrow screens. */
const TopBar = () => {
  const { nav, keys } = useTexts()
  const [isOpen, open] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the navigation
  useEffect(() => open(false), [pathname])
  return (
    <header className="top">
      <Burger
        opened={isOpen}
        onClick={() => open(true)}
        size="sm"
        aria-label={isOpen ? nav.closeMenu : nav.openMenu}
      />
      <Link to="/" className="top-brand">
        <img src={icon} alt="" width={26} height={26} />
        <strong>Outlay</strong>
      </Link>
      <Tooltip label={keys.palette}>
        <ActionIcon variant="subtle" color="gray" onClick={openPalette} aria-label={keys.palette}>
          <IconSearch size={20} />
        </ActionIcon>
      </Tooltip>
      <Drawer
        opened={isOpen}
        onClose={() => open(false)}
        size={280}
        title={<VisuallyHidden>{nav.main}</VisuallyHidden>}
        closeButtonProps={{ "aria-label": nav.closeMenu }}
      >
        <div className="side-drawer">
          <Places />
          <Account />
        </div>
      </Drawer>
    </header>
  )
}

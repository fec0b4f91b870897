import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { api } from '../lib/api.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Select } from '../parts/field.tsx'
import { common } from '../strings/common.ts'
import { type ConsoleRole, mayActAs, useMe } from './me.tsx'
import { chooseTheme, readTheme, THEMES } from './theme.ts'

type ScreenName = keyof typeof common.screens
const SCREENS = Object.keys(common.screens) as ScreenName[]
/** Screens that a member cannot use. */
const NEEDS: Partial<Record<ScreenName, ConsoleRole>> = { operations: 'staff', settings: 'staff' }

/** The frame of every screen: navigation, theme and account. */
export function Frame({ children }: { children: ReactNode }) {
  const { role } = useMe()
  return (
    <div className="frame">
      <button type="button" className="skip" onClick={skipToContent}>
        {common.skip}
      </button>
      <aside className="side">
        <div className="brand">
          <img src="/icon.svg" alt="" width="26" height="26" /> {common.product}
        </div>
        <nav aria-label={common.navigation}>
          <ul className="nav">
            {SCREENS.filter((name) => mayActAs(role, NEEDS[name] ?? 'member')).map((name) => (
              <NavItem key={name} name={name} />
            ))}
          </ul>
        </nav>
        <Account />
      </aside>
      <main id="content" className="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

/** Not a link: the hash is the route of the screen. */
function skipToContent() {
  document.getElementById('content')?.focus()
}

function NavItem({ name }: { name: ScreenName }) {
  const [location] = useLocation()
  const isCurrent = location.split('/')[1] === name
  const item = useRef<HTMLLIElement>(null)
  // On a phone the navigation scrolls sideways: the current screen must be in view.
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [isCurrent])
  return (
    <li ref={item}>
      <Link href={`/${name}`} aria-current={isCurrent ? 'page' : undefined}>
        {common.screens[name]}
      </Link>
    </li>
  )
}

function Account() {
  const me = useMe()
  const [theme, setTheme] = useState(readTheme)
  // A reload clears all data of the signed-out user from memory.
  const signOut = useAction(async () => {
    await api.delete('/api/session')
    location.reload()
  })
  const strings = common.account
  return (
    <div className="account stack small">
      <Select
        label={common.theme.label}
        value={theme}
        options={THEMES.map((value) => ({ value, label: common.theme[value] }))}
        onChange={(event) => {
          const chosen = THEMES.find((name) => name === event.target.value) ?? 'system'
          chooseTheme(chosen)
          setTheme(chosen)
        }}
      />
      <p className="quiet">{me.is_open ? strings.open : strings.signedInAs(me.role)}</p>
      {!me.is_open && (
        <Button size="small" isBusy={signOut.isRunning} onClick={() => void signOut.run()}>
          {strings.signOut}
        </Button>
      )}
    </div>
  )
}

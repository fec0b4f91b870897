import { createContext, type ReactNode, useContext, useEffect } from 'react'
import type { SignedIn } from '../../../src/api/operations/sign-in.ts'
import { api, onSignedOut } from '../lib/api.ts'
import { useLoad } from '../lib/use-load.ts'
import { Failure, Loading, Notice } from '../parts/notice.tsx'
import { common } from '../strings/common.ts'
import { SignIn } from './sign-in.tsx'

const Context = createContext<SignedIn | null>(null)

/** Loads the signed-in user; shows the sign-in if the server requires a key. */
export function MeProvider({ children }: { children: ReactNode }) {
  const me = useLoad((signal) => api.get<SignedIn>('/api/me', signal), [])
  const { reload } = me
  useEffect(() => onSignedOut(reload), [reload])
  const { data, problem } = me
  if (problem?.code === 'not_signed_in') return <SignIn onSignedIn={reload} />
  if (problem !== null) {
    return (
      <main className="alone">
        <Failure problem={problem} retry={reload} />
      </main>
    )
  }
  if (data === null) {
    return (
      <main className="alone">
        <Loading />
      </main>
    )
  }
  return <Context value={data}>{children}</Context>
}

/** The signed-in user. */
export function useMe(): SignedIn {
  const me = useContext(Context)
  if (me === null) throw new Error('useMe must be used inside MeProvider')
  return me
}

const ROLES = ['member', 'staff', 'admin'] as const
export type ConsoleRole = (typeof ROLES)[number]

/** True if the role includes what `needed` may do. */
export function mayActAs(role: ConsoleRole, needed: ConsoleRole): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

/** Renders its content for a role and those above it; otherwise says which role is required. */
export function ForRole({ needs, children }: { needs: ConsoleRole; children: ReactNode }) {
  const me = useMe()
  if (mayActAs(me.role, needs)) return children
  return <Notice title={common.roleNeeded(needs)}>{common.roleHint}</Notice>
}

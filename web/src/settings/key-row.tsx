import { useState } from 'react'
import type { WireKey } from '../../../src/api/operations/keys.ts'
import { api } from '../lib/api.ts'
import { formatAgo } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chip.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { UserText } from '../parts/user-text.tsx'
import { settings as strings } from '../strings/settings.ts'

/** One API key, with a revoke button. */
export function KeyRow({ apiKey, onRevoked }: { apiKey: WireKey; onRevoked: () => void }) {
  const { access } = strings
  const { id, name, role, person, person_name, created_at, revoked_at } = apiKey
  const [isAsking, setAsking] = useState(false)
  const revoke = useAction(async () => {
    await api.delete(`/api/keys/${encodeURIComponent(id)}`)
    setAsking(false)
    onRevoked()
  })
  return (
    <li className="settings-key">
      <div>
        <div className="row">
          <strong>
            <UserText inline text={name} />
          </strong>
          <Chip tone={revoked_at === null ? 'accent' : 'plain'}>{role}</Chip>
          {revoked_at !== null && <Chip>{access.revoked}</Chip>}
        </div>
        <p className="small quiet">
          <code>es_{id}_…</code> ·{' '}
          {revoked_at === null
            ? access.createdAt(formatAgo(created_at))
            : access.revokedAt(formatAgo(revoked_at))}
          {person !== null && (
            <>
              {' · '}
              <UserText
                inline
                text={person_name === null ? person : `${person_name} (${person})`}
              />
            </>
          )}
        </p>
      </div>
      {revoked_at === null && (
        <Button
          size="small"
          kind="danger"
          aria-label={`${access.revoke} ${name}`}
          onClick={() => setAsking(true)}
        >
          {access.revoke}
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={access.revokeOf(name)}
          action={access.revoke}
          isBusy={revoke.isRunning}
          problem={revoke.problem}
          onConfirm={() => void revoke.run()}
          onClose={() => setAsking(false)}
        >
          {access.revokeText}
        </Confirm>
      )}
    </li>
  )
}

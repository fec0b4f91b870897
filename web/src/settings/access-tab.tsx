import { useState } from 'react'
import type { KeyList } from '../../../src/api/operations/keys.ts'
import { api } from '../lib/api.ts'
import { useLoad } from '../lib/use-load.ts'
import { Button } from '../parts/button.tsx'
import { Await, Notice } from '../parts/notice.tsx'
import { settings as strings } from '../strings/settings.ts'
import { CreateKey } from './create-key.tsx'
import { KeyRow } from './key-row.tsx'
import { PeopleCard } from './people-card.tsx'

/** API keys and the people they act for. */
export function AccessTab() {
  const { access } = strings
  const keys = useLoad((signal) => api.get<KeyList>('/api/keys', signal), [])
  // The person of the key that is being created; '' for none.
  const [newKeyFor, setNewKeyFor] = useState<string | null>(null)
  const [areRevokedShown, setRevokedShown] = useState(false)
  return (
    <Await loaded={keys}>
      {({ keys: all }) => {
        const live = all.filter(({ revoked_at }) => revoked_at === null)
        const shown = areRevokedShown ? all : live
        return (
          <>
            <section className="card stack" aria-label={access.keys}>
              <div className="settings-head">
                <h2>{access.keys}</h2>
                <Button kind="main" onClick={() => setNewKeyFor('')}>
                  {access.create}
                </Button>
              </div>
              <p className="small quiet">{access.keysHint}</p>
              {shown.length === 0 && <Notice title={access.none} />}
              <ul className="settings-rows">
                {shown.map((key) => (
                  <KeyRow key={key.id} apiKey={key} onRevoked={keys.reload} />
                ))}
              </ul>
              {all.length > live.length && (
                <label className="row small">
                  <input
                    type="checkbox"
                    checked={areRevokedShown}
                    onChange={(event) => setRevokedShown(event.target.checked)}
                  />
                  {access.showRevoked}
                </label>
              )}
            </section>
            <PeopleCard keys={live} onCreateKey={setNewKeyFor} />
            {newKeyFor !== null && (
              <CreateKey
                person={newKeyFor}
                isFirst={live.length === 0}
                onClose={() => {
                  setNewKeyFor(null)
                  keys.reload()
                }}
              />
            )}
          </>
        )
      }}
    </Await>
  )
}

import { api } from '../lib/api.ts'
import { formatAgo } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Failure } from '../parts/notice.tsx'
import { SummaryText } from '../parts/summary-text.tsx'
import { UserText } from '../parts/user-text.tsx'
import { useMe } from '../shell/me.tsx'
import { memory as strings } from '../strings/memory.ts'
import { type MemoryContent, type Owner, unbuiltTags } from './owner.ts'
import { Synonyms } from './synonyms.tsx'

const MAX_OFFERED = 12

/** Topic summaries and topic synonyms. */
export function TopicsView({
  owner,
  memory,
  onChange,
}: {
  owner: Owner
  memory: MemoryContent
  onChange: (what: string) => void
}) {
  const me = useMe()
  const build = useAction(async (topic: string) => {
    await api.post('/api/topics/summaries/build', { topic, user_id: owner.id })
    onChange(strings.topic.done)
  })
  // Topics of a group are built automatically only.
  const mayBuild = owner.kind === 'person'
  const offered = mayBuild ? unbuiltTags(memory).slice(0, MAX_OFFERED) : []
  return (
    <>
      {build.problem && <Failure problem={build.problem} />}
      {memory.topics.length === 0 && <p className="memory-none">{strings.topic.none}</p>}
      {memory.topics.map((topic) => (
        <article key={topic.slug} className="card stack">
          <h3>
            <UserText inline text={topic.title} />
          </h3>
          <SummaryText text={topic.summary_text} />
          <footer className="memory-session-foot">
            <span className="quiet small">
              {strings.topic.built(topic.session_ids.length, formatAgo(topic.built_at))}
            </span>
            {mayBuild && (
              <Button
                size="small"
                aria-label={strings.topic.rebuildOf(topic.title)}
                isBusy={build.isRunning}
                onClick={() => void build.run(topic.slug)}
              >
                {strings.topic.rebuild}
              </Button>
            )}
          </footer>
        </article>
      ))}
      {offered.length > 0 && (
        <section className="stack">
          <h3>{strings.topic.build}</h3>
          <div className="row">
            {offered.map((tag) => (
              <Button
                key={tag}
                size="small"
                aria-label={strings.topic.buildOne(tag)}
                disabled={build.isRunning}
                onClick={() => void build.run(tag)}
              >
                {tag}
              </Button>
            ))}
          </div>
        </section>
      )}
      {me.role !== 'member' && <Synonyms />}
    </>
  )
}

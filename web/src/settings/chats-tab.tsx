import { type FormEvent, useState } from 'react'
import type { ChatSettingsOf } from '../../../src/api/chats/chat-settings.ts'
import type { ChatList } from '../../../src/api/chats/chats.ts'
import { api } from '../lib/api.ts'
import { useAction } from '../lib/use-action.ts'
import { useLoad } from '../lib/use-load.ts'
import { Button } from '../parts/button.tsx'
import { Field, Select } from '../parts/field.tsx'
import { Await, Failure, Notice } from '../parts/notice.tsx'
import { common } from '../strings/common.ts'
import { settings as strings } from '../strings/settings.ts'
import { PersonaEditor } from './persona-editor.tsx'

type Chat = { readonly thread: string; readonly title: string }

/** The settings of single chats. */
export function ChatsTab() {
  const { chats } = strings
  const list = useLoad((signal) => api.get<ChatList>('/api/chats?limit=200', signal), [])
  return (
    <Await loaded={list}>
      {({ chats: threads }) => {
        const all = chatsOf(threads)
        return all.length === 0 ? (
          <Notice title={chats.none}>{chats.noneHint}</Notice>
        ) : (
          <Chosen all={all} />
        )
      }}
    </Await>
  )
}

/** Forum threads share the settings of their chat. */
function chatsOf(threads: ChatList['chats']): Chat[] {
  const chats = new Map<string, Chat>()
  for (const { thread_id, title } of threads) {
    const thread = thread_id.split(':').slice(0, 2).join(':')
    chats.set(thread, { thread, title: title === null ? thread : `${title} (${thread})` })
  }
  return [...chats.values()]
}

function Chosen({ all }: { all: readonly Chat[] }) {
  const { chats } = strings
  const [thread, setThread] = useState(all[0]?.thread ?? '')
  return (
    <>
      <Select
        label={chats.choose}
        options={all.map((chat) => ({ value: chat.thread, label: chat.title }))}
        value={thread}
        onChange={(event) => setThread(event.target.value)}
      />
      <ChatSettingsCard key={thread} thread={thread} />
      <PersonaEditor key={`persona ${thread}`} thread={thread} title={strings.prompts.inChat} />
    </>
  )
}

function ChatSettingsCard({ thread }: { thread: string }) {
  const path = `/api/chats/${encodeURIComponent(thread)}/settings`
  const settings = useLoad((signal) => api.get<ChatSettingsOf>(path, signal), [path])
  return (
    <section className="card stack" aria-label={strings.chats.settings}>
      <h2>{strings.chats.settings}</h2>
      <Await loaded={settings}>{(data) => <ChatSettingsForm path={path} settings={data} />}</Await>
    </section>
  )
}

function ChatSettingsForm({ path, settings }: { path: string; settings: ChatSettingsOf }) {
  const { chats } = strings
  const [hearing, setHearing] = useState(settings.hearing)
  const [answers, setAnswers] = useState(settings.answers)
  const [zone, setZone] = useState(settings.time_zone ?? '')
  const [unanswered, setUnanswered] = useState(String(settings.unanswered_minutes ?? ''))
  const [isSaved, setSaved] = useState(false)
  const save = useAction(async () => {
    const unanswered_minutes = unanswered === '' ? null : Number(unanswered)
    const clock = { time_zone: zone.trim() === '' ? null : zone.trim() }
    await api.put(
      path,
      settings.has_bot ? { hearing, answers, unanswered_minutes, ...clock } : clock,
    )
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSaved(false)
    setSaved(await save.run())
  }
  return (
    <form className="stack settings-narrow" onSubmit={(event) => void submit(event)}>
      {settings.has_bot ? (
        <>
          <Select
            label={chats.storing}
            options={optionsOf(chats.storingOptions)}
            value={hearing}
            onChange={(event) => setHearing(event.target.value)}
          />
          <Select
            label={chats.answers}
            options={optionsOf(chats.answersOptions)}
            value={answers}
            onChange={(event) => setAnswers(event.target.value)}
          />
          <Field
            label={chats.unanswered}
            hint={chats.unansweredHint}
            type="number"
            min={5}
            max={1440}
            value={unanswered}
            onChange={(event) => setUnanswered(event.target.value)}
          />
        </>
      ) : (
        <p className="small quiet">{chats.noBot}</p>
      )}
      <Field
        label={chats.zone}
        hint={chats.zoneHint}
        value={zone}
        maxLength={64}
        onChange={(event) => setZone(event.target.value)}
      />
      {save.problem && <Failure problem={save.problem} />}
      <div className="row">
        <Button type="submit" kind="main" isBusy={save.isRunning}>
          {common.save}
        </Button>
        <span className="small" role="status">
          {isSaved && chats.saved}
        </span>
      </div>
    </form>
  )
}

function optionsOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

import './chats.css'
import './timeline/timeline.css'
import './chats-panels.css'
import { useEffect, useState } from 'react'
import { Redirect, useLocation, useParams } from 'wouter'
import { Await, Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { useMe } from '../shell/me.tsx'
import { chats as strings } from '../strings/chats.ts'
import { ChatList, nameOf } from './chat-list.tsx'
import { chatOf, chatPath, decodePart } from './paths.ts'
import { ThreadView } from './thread-view.tsx'
import { useChatList } from './use-chat-list.ts'

/** The list of chats and the timeline of the open one. */
export function ChatsScreen() {
  const params = useParams<{ thread?: string; message?: string; answer?: string }>()
  const [thread, message] = [decodePart(params.thread), decodePart(params.message)]
  const [, navigate] = useLocation()
  const list = useChatList()
  // Left out until the list is loaded again.
  const [deleted, setDeleted] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the list was loaded
  useEffect(() => setDeleted(null), [list.data])
  const open = list.data?.threads.find(({ thread_id }) => thread_id === thread)
  return (
    <Page title={open === undefined ? (thread ?? strings.title) : nameOf(open)} isWide>
      <Await loaded={list}>
        {({ threads: listed, hasMore }) => {
          const threads = listed.filter(({ thread_id }) => chatOf(thread_id) !== deleted)
          const [newest] = threads
          if (newest === undefined) return <NoChats />
          if (thread === null) return <Redirect to={chatPath(newest.thread_id)} replace />
          return (
            <div className="chats">
              <ChatList
                threads={threads}
                chosen={thread}
                onChoose={(id) => navigate(chatPath(id))}
                onMore={hasMore ? list.more : null}
              />
              <ThreadView
                key={`${thread} ${params.answer}`}
                thread={thread}
                title={open === undefined ? thread : nameOf(open)}
                message={message}
                answerId={decodePart(params.answer)}
                onDeleted={(chat) => {
                  setDeleted(chat)
                  list.reload()
                  navigate('/chats')
                }}
              />
            </div>
          )
        }}
      </Await>
    </Page>
  )
}

function NoChats() {
  const { role } = useMe()
  return (
    <Notice
      title={strings.empty.title}
      actions={
        <>
          {role !== 'member' && <a href="#/settings/channels">{strings.empty.channels}</a>}
          <a href="/docs">{strings.empty.docs}</a>
        </>
      }
    >
      {strings.empty.text}
    </Notice>
  )
}

import { lazy, Suspense } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { Loading, Notice } from './parts/notice.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { Frame } from './shell/frame.tsx'
import { MeProvider } from './shell/me.tsx'
import { common } from './strings/common.ts'

/* Screens are loaded on first use, which keeps the first load small. */
const ChatsScreen = lazy(async () => ({
  default: (await import('./chats/chats-screen.tsx')).ChatsScreen,
}))
const AskScreen = lazy(async () => ({ default: (await import('./ask/ask-screen.tsx')).AskScreen }))
const WhyScreen = lazy(async () => ({ default: (await import('./why/why-screen.tsx')).WhyScreen }))
const AnswersScreen = lazy(async () => ({
  default: (await import('./why/answers-screen.tsx')).AnswersScreen,
}))
const MemoryScreen = lazy(async () => ({
  default: (await import('./memory/memory-screen.tsx')).MemoryScreen,
}))
const FilesScreen = lazy(async () => ({
  default: (await import('./files/files-screen.tsx')).FilesScreen,
}))
const OperationsScreen = lazy(async () => ({
  default: (await import('./operations/operations-screen.tsx')).OperationsScreen,
}))
const SettingsScreen = lazy(async () => ({
  default: (await import('./settings/settings-screen.tsx')).SettingsScreen,
}))

/** The console: sign-in, the frame, and the screen of the current route. */
export function App() {
  return (
    <Router hook={useHashLocation}>
      <MeProvider>
        <Frame>
          <ErrorBoundary>
            <Suspense fallback={<Loading />}>
              <Screens />
            </Suspense>
          </ErrorBoundary>
        </Frame>
      </MeProvider>
    </Router>
  )
}

function Screens() {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/chats" replace />
      </Route>
      <Route path="/chats/:thread?" component={ChatsScreen} />
      <Route path="/chats/:thread/messages/:message" component={ChatsScreen} />
      <Route path="/chats/:thread/why/:answer" component={ChatsScreen} />
      <Route path="/ask/:session?" component={AskScreen} />
      <Route path="/why" component={AnswersScreen} />
      <Route path="/why/:answer" component={WhyScreen} />
      <Route path="/memory/:owner?" component={MemoryScreen} />
      <Route path="/files/:file?" component={FilesScreen} />
      <Route path="/files/:file/lines/:lines" component={FilesScreen} />
      <Route path="/operations" component={OperationsScreen} />
      <Route path="/settings/:tab?" component={SettingsScreen} />
      <Route>
        <Notice title={common.notFound} actions={<a href="#/chats">{common.backToChats}</a>} />
      </Route>
    </Switch>
  )
}

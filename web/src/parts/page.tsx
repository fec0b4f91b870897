import { type ReactNode, useEffect } from 'react'
import { common } from '../strings/common.ts'

/** A screen with its title, which is also the document's, and its actions. */
export function Page({
  title,
  actions,
  children,
  isWide = false,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
  /** Uses the full width and height: for timelines and tables with their own scrolling. */
  isWide?: boolean
}) {
  useEffect(() => {
    document.title = `${title} · ${common.product}`
  }, [title])
  return (
    <div className={isWide ? 'page page-wide' : 'page'}>
      <header className="page-head">
        <h1>{title}</h1>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

import { type ReactNode, useEffect } from 'react'
import { common } from '../strings/common.ts'

/** A screen with its title, which is the page's title too, and what can be done at the top of it. */
export function Page({
  title,
  actions,
  children,
  isWide = false,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
  /** Uses all of the width and height: timelines and tables that scroll by themselves. */
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

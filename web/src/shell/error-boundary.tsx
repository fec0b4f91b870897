import { Component, type ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { common } from '../strings/common.ts'

/** An error of one screen does not break the console. React supports this in classes only. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <Notice
        tone="danger"
        title={common.crashed.title}
        actions={<Button onClick={() => location.reload()}>{common.crashed.reload}</Button>}
      >
        {common.crashed.text}
      </Notice>
    )
  }
}

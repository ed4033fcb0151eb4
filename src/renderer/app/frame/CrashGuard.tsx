import { Component, type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { frameWords } from './words.ts'

/** Keeps a mistake of the page from leaving it empty without a word. (React asks for a class here.) */
export class CrashGuard extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <main>
        <EmptyState
          title={frameWords.crashed}
          glyph={<Mark size={48} />}
          actions={
            <Button look="primary" onClick={() => window.location.reload()}>
              {frameWords.loadAgain}
            </Button>
          }
        >
          <p role="alert">{frameWords.crashedMore}</p>
        </EmptyState>
      </main>
    )
  }
}

import { createContext, type ReactNode, useContext, useState } from 'react'
import { uiWords } from '../words.ts'
import { lazily } from './Notes.tsx'
import type { Notice, NoticeQueue } from './ToastCorner.tsx'

export interface Toasts {
  /** Something went well that is not visible anyway. Goes after a moment. */
  done(text: string): void
  /** Something failed away from where the person looks. Announced at once; stays until closed. */
  problem(text: string): void
}

const ToastsContext = createContext<Toasts | null>(null)

/** Short notices in the corner. Prefer to report things where they happen; this is for what has no place of its own. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastsContext)
  if (toasts === null) throw new Error('useToasts needs ToastsProvider above it')
  return toasts
}

const ToastCorner = lazily(
  uiWords.popups,
  async () => (await import('./ToastCorner.tsx')).ToastCorner,
  () => null,
)

/** Gives the page its toasts. */
export function ToastsProvider({ children }: { children: ReactNode }) {
  const [toasts] = useState(createToasts)
  return (
    <ToastsContext value={toasts}>
      {children}
      <ToastCorner queue={toasts} />
    </ToastsContext>
  )
}

function createToasts(): Toasts & NoticeQueue {
  let kept: Notice[] = []
  const keep = (notice: Notice): void => void kept.push(notice)
  let put = keep
  return {
    done: (text) => put({ text, look: 'good' }),
    problem: (text) => put({ text, look: 'bad' }),
    follow: (show) => {
      put = show
      for (const notice of kept) show(notice)
      kept = []
      return () => {
        put = keep
      }
    },
  }
}

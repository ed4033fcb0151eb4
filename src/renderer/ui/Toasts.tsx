import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import type { Notice } from './ToastCorner.tsx'
import { type Kit, useKit } from './loadKit.ts'
import { uiWords } from './words.ts'
import styles from './Notes.module.css'

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

/**
 * The kit for something that opens, null until it is there. Where it cannot be loaded, a toast says so and the thing closes.
 * @param onClose keep it the same
 */
export function usePopupKit(open: boolean, onClose: () => void): Kit | null {
  const toasts = useToasts()
  const onMissing = useCallback(() => {
    toasts.problem(uiWords.popupMissing)
    onClose()
  }, [toasts, onClose])
  return useKit(open, onMissing)
}

/** Gives the page its toasts. They wait here until the kit, which draws them, is loaded. */
export function ToastsProvider({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<readonly Notice[]>([])
  const [isPlain, setPlain] = useState(false)
  const [wasAsked, setAsked] = useState(false)
  const onTaken = useCallback((taken: Notice) => setWaiting((now) => now.filter((notice) => notice !== taken)), [])
  const onMissing = useCallback(() => setPlain(true), [])
  const toasts = useMemo<Toasts>(() => {
    const add = (notice: Notice) => {
      setAsked(true)
      setPlain(false)
      setWaiting((now) => [...now, notice])
    }
    return { done: (text) => add({ look: 'good', text }), problem: (text) => add({ look: 'bad', text }) }
  }, [])
  const kit = useKit(wasAsked && !isPlain, onMissing)
  return (
    <ToastsContext value={toasts}>
      {children}
      {kit !== null && <kit.ToastCorner notices={waiting} onTaken={onTaken} />}
      {isPlain && <PlainNotices notices={waiting} />}
    </ToastsContext>
  )
}

/** The kit cannot be loaded, such as when the server has ended: the notices are still shown. */
function PlainNotices({ notices }: { notices: readonly Notice[] }) {
  return (
    <div role="alert" data-part="note" className={`${styles.note} ${styles.warn}`}>
      {notices.map(({ text }) => text).join(' ')}
    </div>
  )
}

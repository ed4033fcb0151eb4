import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { IconButton } from '../basics/Button.tsx'
import { uiWords } from '../words.ts'
import styles from './Notes.module.css'

/** A toast about something done goes after this time, unless it is pointed at or has the focus, ms. */
const doneStaysMs = 4000
/** Maximum shown at once; older ones come back when newer ones go. */
const maxShown = 4

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

/** Gives the page its toasts. */
export function ToastsProvider({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider limit={maxShown} timeout={doneStaysMs}>
      <ToastsOfPage>{children}</ToastsOfPage>
    </Toast.Provider>
  )
}

function ToastsOfPage({ children }: { children: ReactNode }) {
  const { add } = Toast.useToastManager()
  const toasts = useMemo<Toasts>(
    () => ({
      // The same text once more is the same toast, and its clock starts again.
      done: (text) => void add({ id: text, type: 'good', description: text }),
      problem: (text) => void add({ id: text, type: 'bad', description: text, timeout: 0 }),
    }),
    [add],
  )
  return (
    <ToastsContext value={toasts}>
      {children}
      <ToastCorner />
    </ToastsContext>
  )
}

/**
 * The toasts in the corner of the page. Screen readers announce failures at once and other toasts when idle. The clock of a
 * toast stops while the pointer or the focus is on the corner, and while the window is in the background.
 */
function ToastCorner() {
  const { toasts, close } = Toast.useToastManager()
  useEffect(() => {
    // The library uses F6 to reach its corner; in a browser it goes from pane to pane. Tab leads to the toasts as well.
    const leaveToBrowser = (event: KeyboardEvent) => {
      if (event.key === 'F6') event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', leaveToBrowser, { capture: true })
    return () => window.removeEventListener('keydown', leaveToBrowser, { capture: true })
  }, [])
  return (
    <Toast.Portal>
      <Toast.Viewport ref={keepRoom} className={styles.corner} role="status" aria-label={uiWords.notices}>
        {toasts.map((toast) => (
          <Toast.Root
            key={toast.id}
            toast={toast}
            swipeDirection="right"
            role={toast.type === 'bad' ? 'alert' : 'group'}
            aria-modal={undefined}
            className={styles.toast}
          >
            <Toast.Description className={styles.toastsText} />
            <IconButton label={uiWords.closeNotice} icon={<X />} onClick={() => close(toast.id)} />
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  )
}

/** Tells the style sheets how much room the toasts take, so that the page and its dialogs end above them: see `--notices`. */
function keepRoom(corner: HTMLElement | null) {
  if (corner === null) return undefined
  const root = document.documentElement.style
  const observer = new ResizeObserver(([entry]) => {
    root.setProperty('--notices', `${Math.ceil(entry?.contentRect.height ?? 0)}px`)
  })
  observer.observe(corner)
  return () => {
    observer.disconnect()
    root.removeProperty('--notices')
  }
}

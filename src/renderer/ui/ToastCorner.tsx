import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from './Button.tsx'
import { uiWords } from './words.ts'
import styles from './ToastCorner.module.css'

/** A toast about something done goes after this time, unless it is pointed at or has the focus, ms. */
const doneStaysMs = 4000
/** Maximum shown at once; older ones come back when newer ones go. */
const mostShown = 4

/** A toast that is to be shown. */
export interface Notice {
  look: 'good' | 'bad'
  text: string
}

interface ToastCornerProps {
  /** Notices that have not been shown yet. */
  notices: readonly Notice[]
  onTaken: (notice: Notice) => void
}

/**
 * The toasts in the corner of the page. Screen readers announce failures at once and what was done when they have time. The
 * clock of a toast stops while the pointer or the focus is on the corner, and while the window is in the background.
 */
export function ToastCorner(props: ToastCornerProps) {
  return (
    <Toast.Provider limit={mostShown} timeout={doneStaysMs}>
      <Corner {...props} />
    </Toast.Provider>
  )
}

function Corner({ notices, onTaken }: ToastCornerProps) {
  const { toasts, add, close } = Toast.useToastManager()
  useEffect(() => {
    for (const notice of notices) {
      const { look, text } = notice
      // The same text once more is the same toast, and its clock starts again.
      add({ id: text, type: look, description: text, ...(look === 'bad' ? { timeout: 0 } : {}) })
      onTaken(notice)
    }
  }, [notices, add, onTaken])
  useEffect(() => {
    // The kit takes F6 for its corner; in a browser it goes from pane to pane. Tab leads to the toasts as well.
    const leaveToBrowser = (event: KeyboardEvent) => {
      if (event.key === 'F6') event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', leaveToBrowser, { capture: true })
    return () => window.removeEventListener('keydown', leaveToBrowser, { capture: true })
  }, [])
  return (
    <Toast.Portal>
      <Toast.Viewport ref={keepRoom} className={styles['corner']} role="status" aria-label={uiWords.notices}>
        {toasts.map((toast) => (
          <Toast.Root
            key={toast.id}
            toast={toast}
            swipeDirection="right"
            role={toast.type === 'bad' ? 'alert' : 'group'}
            aria-modal={undefined}
            className={styles['toast']}
          >
            <Toast.Description className={styles['text']} />
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

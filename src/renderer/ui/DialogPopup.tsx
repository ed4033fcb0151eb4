import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { IconButton } from './Button.tsx'
import { uiWords } from './words.ts'
import styles from './DialogPopup.module.css'

export interface DialogProps {
  title: string
  open: boolean
  /** Asked for by Esc or the cross. */
  onClose: () => void
  children: ReactNode
  /** Buttons, the one that does it last. Absent where they are in the content. */
  actions?: ReactNode
  /** Nearly as large as the window, for what has sides of its own; else as large as what it holds. */
  isWide?: boolean
  /** It interrupts to ask something: announced as an alert, and the focus goes to the button that changes nothing. */
  isQuestion?: boolean
}

/** A dialog over the page: the focus stays inside and goes back afterwards; Esc closes the innermost. */
export function DialogPopup({
  title,
  open,
  onClose,
  children,
  actions,
  isWide = false,
  isQuestion = false,
}: DialogProps) {
  const contentId = useId()
  const content = useRef<HTMLDivElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const Root = isQuestion ? AlertDialog.Root : Dialog.Root
  return (
    <Root
      open={open}
      onOpenChange={(next, { reason }) => {
        // What was typed is not lost by a click beside the dialog.
        if (!next && reason !== 'outside-press') onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup
          className={isWide ? `${styles['dialog']} ${styles['wide']}` : styles['dialog']}
          aria-describedby={isQuestion ? contentId : undefined}
          initialFocus={() => firstField(content.current) ?? (isQuestion ? firstButton(buttons.current) : null) ?? true}
        >
          <header className={styles['head']}>
            <Dialog.Title>{title}</Dialog.Title>
            <IconButton label={uiWords.close} icon={<X />} onClick={onClose} />
          </header>
          <div ref={content} id={contentId} className={styles['content']}>
            {children}
          </div>
          {actions !== undefined && (
            <div ref={buttons} className={styles['actions']}>
              {actions}
            </div>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Root>
  )
}

/** What is to be filled in first: what says so, else the first. What chooses a file has a field for its text below. */
function firstField(content: Element | null): HTMLElement | null {
  const named = content?.querySelector<HTMLElement>('[data-first-field]')
  if (named != null) return named
  return content?.querySelector(':is(input:not([type="file"], [readonly]), select, textarea):enabled') ?? null
}

function firstButton(buttons: Element | null): HTMLElement | null {
  return buttons?.querySelector('button') ?? null
}

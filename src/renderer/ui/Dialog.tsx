import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './Button.tsx'
import { uiWords } from '../words/ui.ts'
import './Dialog.css'

interface DialogProps {
  title: string
  open: boolean
  /** Asked for by Esc or the cross. */
  onClose: () => void
  children: ReactNode
  /** Buttons, the one that does it last. */
  actions: ReactNode
}

/** A question that has to be answered before anything else. The browser keeps the focus inside and gives it back. */
export function Dialog({ title, open, onClose, children, actions }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element === null || element.open === open) return
    if (!open) {
      element.close()
      return
    }
    element.showModal()
    // By itself it gives the focus to the cross, which comes first. What chooses a file has a field for its text below.
    element
      .querySelector<HTMLElement>('.dialog-text :is(input:not([type="file"], [readonly]), select, textarea):enabled')
      ?.focus()
  }, [open])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      {open && (
        <>
          <header className="dialog-head">
            <h2 id={id}>{title}</h2>
            <IconButton label={uiWords.close} icon={<X />} onClick={onClose} />
          </header>
          <div className="dialog-text">{children}</div>
          <div className="dialog-actions">{actions}</div>
        </>
      )}
    </dialog>
  )
}

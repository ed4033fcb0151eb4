import { type DialogHTMLAttributes, type RefObject, useEffect, useRef } from 'react'

interface ModalDialogProps extends Omit<DialogHTMLAttributes<HTMLDialogElement>, 'onClose' | 'onCancel' | 'open'> {
  open: boolean
  /** Asked for by Esc or a press beside it. */
  onClose: () => void
  /** For who closes it at once. */
  ref?: RefObject<HTMLDialogElement | null>
}

/**
 * The browser's own dialog, for what a key opens and must take the next key: the dialogs of the kit come only when that is
 * loaded. The browser keeps the focus inside and gives it back.
 */
export function ModalDialog({ open, onClose, ref, ...rest }: ModalDialogProps) {
  const own = useRef<HTMLDialogElement>(null)
  const dialog = ref ?? own
  useEffect(() => {
    const element = dialog.current
    if (element === null || element.open === open) return
    if (open) element.showModal()
    else element.close()
  }, [dialog, open])
  return (
    <dialog
      {...rest}
      ref={dialog}
      closedby="any"
      onCancel={(event) => {
        // The state closes it: were it the browser, a key pressed before the browser's event would find it open.
        event.preventDefault()
        onClose()
      }}
      // The browser's event comes late. When it is open again by then, the event is about the time before.
      onClose={(event) => !event.currentTarget.open && onClose()}
    />
  )
}

import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './Dialog.module.css'

interface DialogFrameProps extends Omit<ComponentProps<typeof Dialog.Popup>, 'className' | 'finalFocus'> {
  open: boolean
  /** Called by Esc or, where allowed, a click outside. */
  onClose: () => void
  /** Announced as an alert. */
  isQuestion?: boolean
  /** A click outside closes it, too; not for forms, where typed text would be lost. */
  closesOutside?: boolean
  /** Nothing darkens the page behind it. */
  isClear?: boolean
  className: string
}

export const DialogTitle = Dialog.Title

/**
 * The one dialog of the page, without content: the focus stays inside, Esc closes the innermost, and closing it gives the
 * focus back in the same commit, so that an action may move the focus on from there.
 */
export function DialogFrame({
  open,
  onClose,
  isQuestion = false,
  closesOutside = false,
  isClear = false,
  ...popup
}: DialogFrameProps) {
  useReturnFocus(open)
  const Root = isQuestion ? AlertDialog.Root : Dialog.Root
  return (
    <Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (!next && (closesOutside || reason !== 'outside-press')) onClose()
      }}
    >
      <Dialog.Portal>
        {!isClear && <Dialog.Backdrop className={styles.backdrop} />}
        <Dialog.Popup {...popup} finalFocus={false} />
      </Dialog.Portal>
    </Root>
  )
}

/** Gives the focus back to the element that had it before `open`, also where an open dialog is taken away. */
function useReturnFocus(open: boolean): void {
  const [before, setBefore] = useState<{ open: boolean; origin: Element | null }>({ open: false, origin: null })
  if (before.open !== open) setBefore({ open, origin: open ? document.activeElement : before.origin })
  const latest = useRef(before)
  useLayoutEffect(() => {
    latest.current = before
    // Only now: before, the dialog would take the focus back.
    if (!before.open && before.origin instanceof HTMLElement) before.origin.focus({ preventScroll: true })
  }, [before])
  useEffect(
    () => () => {
      const { open, origin } = latest.current
      if (open && origin instanceof HTMLElement) origin.focus({ preventScroll: true })
    },
    [],
  )
}

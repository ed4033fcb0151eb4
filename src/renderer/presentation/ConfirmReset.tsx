import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { presentationWords } from '../words/presentation.ts'

interface ConfirmResetProps {
  /** How many deliveries would go that the demo did not send. */
  others: number
  open: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks once before a reset takes deliveries along that are not the demo's. */
export function ConfirmReset({ others, open, onClose, onConfirm }: ConfirmResetProps) {
  return (
    <Dialog
      title={presentationWords.resetQuestion}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{presentationWords.keepThem}</Button>
          <Button look="danger" onClick={onConfirm}>
            {presentationWords.resetIt}
          </Button>
        </>
      }
    >
      <p>{presentationWords.resetNote(others)}</p>
    </Dialog>
  )
}

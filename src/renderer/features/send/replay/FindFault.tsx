import { Microscope } from 'lucide-react'
import { useState } from 'react'
import type { Attempt, Delivery } from '../../../../shared/wireTypes.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { lazily } from '../../../ui/notes/Notes.tsx'
import { shrinkWords as words } from './shrinkWords.ts'

const ShrinkDialog = lazily(words.part, async () => (await import('./ShrinkDialog.tsx')).ShrinkDialog)

type Sent = Pick<Attempt, 'kind' | 'status' | 'error' | 'url' | 'requestBody'>

/** Whether a search can begin at an attempt: an app did not accept the delivery, and its body was sent as it came. Pure. */
export function canSearch({ kind, status, error, requestBody }: Sent): boolean {
  const isToApp = kind === 'replay' || kind === 'forward'
  return isToApp && requestBody == null && (error !== null || (status ?? 0) >= 400)
}

/** The button beside an answer that is not 2xx, which opens the search for what breaks the handler. */
export function FindFault({ delivery, attempt }: { delivery: Pick<Delivery, 'id' | 'environmentId'>; attempt: Sent }) {
  const [open, setOpen] = useState(false)
  if (!canSearch(attempt)) return null
  return (
    <>
      <Button icon={<Microscope aria-hidden="true" />} hint={words.buttonHint} onClick={() => setOpen(true)}>
        {words.button}
      </Button>
      {open && <ShrinkDialog delivery={delivery} url={attempt.url} onClose={() => setOpen(false)} />}
    </>
  )
}

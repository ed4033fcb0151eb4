import { Terminal } from 'lucide-react'
import { useCallback } from 'react'
import type { Delivery } from '../../shared/wireTypes.ts'
import { useApp, useAppState } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { IconButton } from '../ui/Button.tsx'
import { useKey } from '../ui/useKey.ts'
import { useToasts } from '../ui/Toasts.tsx'
import { curlCommand } from './curlCommand.ts'
import { fetchBody } from './fetchBody.ts'

/** Puts a shell line that sends this delivery again on the clipboard. */
export function CopyAsCurl({ delivery }: { delivery: Delivery }) {
  const { client } = useApp()
  const toasts = useToasts()
  const origin = useAppState((state) => state.feed.status?.receiver.origin ?? null)
  const { run, busy } = useCall(async () => fetchBody(client, delivery.id, delivery.size))
  const copy = useCallback(() => {
    if (origin === null) return
    void run().then(async (bytes) => {
      if (bytes === undefined) return toasts.problem('The body could not be read, so nothing was copied. Try again.')
      return navigator.clipboard.writeText(curlCommand(delivery, bytes, origin)).then(
        () => toasts.done('Copied as cURL.'),
        () => toasts.problem('The clipboard did not take it. Click into the page and try again.'),
      )
    })
  }, [run, toasts, delivery, origin])
  useKey('c', copy)
  return (
    <IconButton
      label="Copy as cURL"
      title="Copy as cURL (c)"
      icon={<Terminal />}
      busy={busy}
      disabled={origin === null}
      onClick={copy}
    />
  )
}

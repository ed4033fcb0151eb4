import { useCallback } from 'react'
import { type RequestForm, requestText } from '../../shared/requestText/requestText.ts'
import type { Delivery } from '../../shared/wireTypes.ts'
import { useApp, useAppState } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { useToasts } from '../ui/Toasts.tsx'
import { copyWords } from '../words/deliveryActions.ts'
import { fetchBody } from './fetchBody.ts'

/** Puts a delivery on the clipboard as something that sends it again, and tells what became of it. */
export function useCopyAs(delivery: Delivery): {
  copy: (form: RequestForm, withCredentials?: boolean) => void
  busy: boolean
} {
  const { client } = useApp()
  const toasts = useToasts()
  const origin = useAppState((state) => state.feed.status?.receiver.origin ?? null)
  const { run, busy } = useCall(async () => fetchBody(client, delivery.id, delivery.size))
  const copy = useCallback(
    (form: RequestForm, withCredentials = false) => {
      if (origin === null) return
      void run().then(async (bytes) => {
        if (bytes === undefined) return toasts.problem(copyWords.notRead)
        const { text, left } = requestText(form, { delivery, bytes, origin, withCredentials })
        return navigator.clipboard.writeText(text).then(
          () => toasts.done(copyWords.done(copyWords.forms[form], left)),
          () => toasts.problem(copyWords.notCopied),
        )
      })
    },
    [run, toasts, delivery, origin],
  )
  return { copy, busy }
}

import type { RequestForm } from '../../../../shared/requestText/requestForms.ts'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { fetchBody } from '../../../data/state/deliveryCalls.ts'
import type { App } from '../../../data/state/startApp.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { type Toasts, useToasts } from '../../../ui/notes/Toasts.tsx'
import { copyWords } from './copyWords.ts'

/** Puts a delivery on the clipboard as something that sends it again, and reports the outcome in a toast. Never rejects. */
export async function copyAs(
  { client, store }: Pick<App, 'client' | 'store'>,
  toasts: Toasts,
  delivery: Delivery,
  form: RequestForm,
  withCredentials = false,
): Promise<void> {
  const origin = store.getState().feed.status?.receiver.origin
  if (origin == null) return
  // The writers of all forms are loaded with the first copy.
  const read = await Promise.all([
    fetchBody(client, delivery.id, delivery.size),
    import('../../../../shared/requestText/requestText.ts'),
  ]).catch(() => null)
  if (read === null) return toasts.problem(copyWords.notRead)
  const [bytes, { requestText }] = read
  const { text, left } = requestText(form, { delivery, bytes, origin, withCredentials })
  await navigator.clipboard.writeText(text).then(
    () => toasts.done(copyWords.done(copyWords.forms[form], left)),
    () => toasts.problem(copyWords.notCopied),
  )
}

/** `copyAs` of the delivery that is shown, one at a time. */
export function useCopyAs(delivery: Delivery): {
  copy: (form: RequestForm, withCredentials?: boolean) => void
  busy: boolean
} {
  const app = useApp()
  const toasts = useToasts()
  const { run, busy } = useCall(async (form: RequestForm, withCredentials: boolean) =>
    copyAs(app, toasts, delivery, form, withCredentials),
  )
  return { copy: (form, withCredentials = false) => void run(form, withCredentials), busy }
}

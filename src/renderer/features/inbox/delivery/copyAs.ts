import type { RequestForm } from '../../../../shared/requestText/requestForms.ts'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { fetchBody } from '../../../data/state/deliveryCalls.ts'
import type { App } from '../../../data/state/startApp.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { type Toasts, useToasts } from '../../../ui/notes/Toasts.tsx'
import { copyWords, testCaseWords as words } from './copyWords.ts'
import { problemOf } from '../../../data/wire/problem.ts'
import { wireWords } from '../../../data/wire/words.ts'
import { useAsk } from '../../../ui/popups/Ask.tsx'
import { uiWords } from '../../../ui/words.ts'

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
    () => toasts.problem(uiWords.notCopied),
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

/** Asks for a name, and saves a delivery as a fixture with a runnable test. */
export function useTestCase(): (id: string) => Promise<void> {
  const { client } = useApp()
  const ask = useAsk()
  const toasts = useToasts()
  return async (id) => {
    let folder = ''
    const name = await ask.prompt({
      title: words.title,
      label: words.name,
      hint: words.nameHint,
      initial: `delivery-${id}`,
      maxLength: 64,
      missing: words.missing,
      text: words.text,
      yes: words.save,
      no: words.cancel,
      run: async (typed) => {
        try {
          ;({ folder } = await client.testCase({ id, name: typed, save: true }))
          return null
        } catch (error) {
          return problemOf(error, wireWords.lostChange).message
        }
      },
    })
    if (name !== null) toasts.done(words.saved(name, folder))
  }
}

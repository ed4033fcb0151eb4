import { useMutation } from '@tanstack/react-query'
import type { RequestForm } from '../../../../shared/requestText/requestForms.ts'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { fetchBody } from '../../../data/state/deliveryCalls.ts'
import type { App } from '../../../data/state/startApp.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { type Toasts, useToasts } from '../../../ui/notes/Toasts.tsx'
import { problemSentenceOf } from '../../../data/wire/problem.ts'
import type { Ask } from '../../../ui/popups/Dialog.tsx'
import { uiWords } from '../../../ui/words.ts'
import { copyWords, testCaseWords } from './copyWords.ts'

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
  const { mutate, isPending } = useMutation({
    mutationFn: async ([form, withCredentials]: [RequestForm, boolean]) =>
      copyAs(app, toasts, delivery, form, withCredentials),
  })
  const copy = (form: RequestForm, withCredentials = false) => {
    if (!isPending) mutate([form, withCredentials])
  }
  return { copy, busy: isPending }
}

/** Asks for a name, and saves a delivery as a fixture with a runnable test. */
export async function saveTestCase(
  { client }: Pick<App, 'client'>,
  ask: Ask,
  toasts: Toasts,
  id: string,
): Promise<void> {
  let folder = ''
  const name = await ask.prompt({
    title: testCaseWords.title,
    label: testCaseWords.name,
    hint: testCaseWords.nameHint,
    initial: `delivery-${id}`,
    maxLength: 64,
    missing: testCaseWords.missing,
    text: testCaseWords.text,
    yes: testCaseWords.save,
    no: testCaseWords.cancel,
    run: async (typed) =>
      problemSentenceOf(
        client.testCase({ id, name: typed, save: true }).then((saved) => {
          folder = saved.folder
        }),
      ),
  })
  if (name !== null) toasts.done(testCaseWords.saved(name, folder))
}

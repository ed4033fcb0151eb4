import { useApp } from '../../../data/state/useApp.ts'
import { problemOf } from '../../../data/wire/problem.ts'
import { wireWords } from '../../../data/wire/words.ts'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { testCaseWords as words } from './copyWords.ts'

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
      most: 64,
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

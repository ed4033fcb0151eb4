import type { App } from '../data/state/startApp.ts'
import { problemOf } from '../data/wire/problem.ts'
import { wireWords } from '../data/wire/words.ts'
import type { Toasts } from '../ui/notes/Toasts.tsx'
import { paletteWords } from './words.ts'

/** Puts an environment in use and leaves the list of all; reports a failure. True once it is in use. */
export async function switchEnvironment(
  { client, navigation }: Pick<App, 'client' | 'navigation'>,
  toasts: Toasts,
  id: string,
): Promise<boolean> {
  try {
    await client.environments.activate({ id })
  } catch (error) {
    toasts.problem(`${paletteWords.notSwitched} ${problemOf(error, wireWords.lostChange).message}`)
    return false
  }
  navigation.go({ everywhere: false }, true)
  return true
}

/** Leads to the inbox with the deliveries of all environments. */
export function showEverywhere({ navigation }: Pick<App, 'navigation'>): void {
  navigation.go({ screen: 'inbox', everywhere: true, deliveryId: null })
}

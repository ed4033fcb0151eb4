import { formatKeys, isMac } from '../../../commands/ShortcutKeys.tsx'
import { presentationWords } from './words.ts'

/**
 * The action of a button and its key, for the tooltip: "Reset (r)".
 * @param keys as the table of shortcuts writes them
 */
export function withKey(name: string, keys: string): string {
  return presentationWords.actionWithKey(name, formatKeys(keys, isMac()).flat().join(' '))
}

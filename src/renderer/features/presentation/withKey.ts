import { formatKeys, isMac } from '../../commands/ShortcutKeys.tsx'
import { presentationWords } from './words.ts'

/**
 * What a button does and the key for it, for its tooltip: "Reset (r)".
 * @param keys as the table of shortcuts writes them
 */
export function withKey(name: string, keys: string): string {
  return presentationWords.actionWithKey(name, formatKeys(keys, isMac()).flat().join(' '))
}

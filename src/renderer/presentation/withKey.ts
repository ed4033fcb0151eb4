import { formatKeys, isMac } from '../palette/formatKeys.ts'
import { presentationWords } from '../words/presentation.ts'

/**
 * What a button does and the key for it, for its tooltip: "Reset (r)".
 * @param keys as the table of shortcuts writes them
 */
export function withKey(name: string, keys: string): string {
  return presentationWords.actionWithKey(name, formatKeys(keys, isMac()).flat().join(' '))
}

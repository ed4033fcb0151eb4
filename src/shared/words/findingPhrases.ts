import type { CauseId } from '../codes/causes.ts'
import type { Direction, FoundSecret } from '../codes/findings.ts'
import { causes } from './causes/causes.ts'

/** What to do about several causes, the weightiest first. */
export function joinedAdvice(causes: readonly CauseId[], direction: Direction): string {
  return [...new Set(causes.map((one) => adviceOf(one, direction)))].slice(0, 3).join(' ')
}

/** What to do about a cause, in the words of the direction that was asked. */
export function adviceOf(cause: CauseId, direction: Direction): string {
  const { advice } = causes[cause]
  return typeof advice === 'string' ? advice : advice[direction]
}

/** Such as `the secret "live" (1a2b3c4d) of the environment "Shop"`. */
export function secretPhrase({ label, fingerprint, environment, standing }: FoundSecret): string {
  const which = standing === 'previous' ? 'the older secret' : 'the secret'
  const place = standing === 'other' && environment !== null ? ` of the environment "${environment}"` : ''
  return `${which} "${label}" (${fingerprint})${place}`
}

/** With a capital letter at its start. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

import type { CauseId } from '../../codes/signature/causes.ts'
import type { Direction, FoundSecret, SaidChange } from '../../codes/signature/findings.ts'
import { causes } from './causes/causes.ts'

/** Continues the name of the changed thing; empty where the cause says everything. */
export function changeWords({ how, received }: SaidChange): string {
  // linear: one digit in braces
  return how?.replaceAll(/\{(\d)\}/g, (mark, place: string) => received[Number(place) - 1] ?? mark) ?? ''
}

/** Joins the advice for several causes, the weightiest first. */
export function joinedAdvice(causes: readonly CauseId[], direction: Direction): string {
  return [...new Set(causes.map((one) => adviceOf(one, direction)))].slice(0, 3).join(' ')
}

/** Returns the advice for a cause in a direction. */
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

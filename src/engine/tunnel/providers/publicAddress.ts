import { trimEnd } from '../../../shared/basics/trimEnd.ts'
import type { OptionTakes } from '../../../shared/codes/tunnel.ts'
import type { OptionProblem } from './provider.ts'

/** Returns why a public address from the user is unusable, or null. */
export function problemOfPublicUrl(text: string, option: string): OptionProblem | null {
  const takes = unfit(text)
  return takes === null ? null : { option, takes }
}

function unfit(text: string): OptionTakes | null {
  if (!URL.canParse(text)) return 'complete-url'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'web-url'
  if (url.username !== '' || url.password !== '') return 'url-without-login'
  return url.search !== '' || url.hash !== '' ? 'url-without-query' : null
}

/** A public address without a slash at its end, so that a path can be put to it. */
export function withoutSlash(url: string): string {
  return trimEnd(url, '/')
}

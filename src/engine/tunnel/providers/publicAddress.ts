import type { OptionProblem } from './provider.ts'

/** What is wrong with a public address that a person gave, or null. */
export function problemOfPublicUrl(text: string, option: string): OptionProblem | null {
  const fault = faultOf(text)
  return fault === null
    ? null
    : { option, message: `The option "${option}" ${fault}. Give it like https://hooks.example.org.` }
}

function faultOf(text: string): string | null {
  if (!URL.canParse(text)) return 'is not a complete address'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'is not a web address'
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password'
  return url.search !== '' || url.hash !== '' ? 'must end with its host or path' : null
}

/** A public address without a slash at its end, so that a path can be put to it. */
export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

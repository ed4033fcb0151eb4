/** What is wrong with a public address that a person gave, as a sentence, or null. */
export function problemOfPublicUrl(text: string, key: string): string | null {
  const example = 'Give it like https://hooks.example.org.'
  if (!URL.canParse(text)) return `The option "${key}" is no complete address. ${example}`
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `The option "${key}" is no web address. ${example}`
  if (url.username !== '' || url.password !== '')
    return `The option "${key}" must not hold a user name or password. ${example}`
  if (url.search !== '' || url.hash !== '') return `The option "${key}" must end with its host or path. ${example}`
  return null
}

/** A public address without a slash at its end, so that a path can be put to it. */
export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

import { headerValues } from './headers.ts'

/**
 * The public URLs under which a request may have been sent, the likeliest first, without doubles. Behind a proxy or a
 * tunnel the request itself only hints at them, so the URL applied at the service comes first. Pure.
 * @param headers flat: name, value, name, value, ...
 * @param target the request target, with its query
 * @param configured the URL applied at the service, or null
 */
export function publicUrls(headers: readonly string[], target: string, configured: string | null): string[] {
  const [query] = target.match(/\?.*$/s) ?? ['']
  const first = (name: string) => headerValues(headers, name)[0]?.split(',')[0]?.trim()
  const hosts = [first('x-forwarded-host'), first('host')].filter((host) => host !== undefined && host !== '')
  const protocol = first('x-forwarded-proto')
  const protocols = protocol === 'http' || protocol === 'https' ? [protocol] : ['https', 'http']
  const own = configured === null ? [] : [configured.includes('?') ? configured : configured + query]
  const path = target.startsWith('/') ? target : `/${target}`
  return [...new Set([...own, ...hosts.flatMap((host) => protocols.map((scheme) => `${scheme}://${host}${path}`))])]
}

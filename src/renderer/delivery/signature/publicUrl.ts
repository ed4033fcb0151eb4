import type { Delivery } from '../../../shared/wireTypes.ts'

/**
 * The likeliest URL that the sender posted to: the one the service was told, else what the request says of itself. Pure.
 * @param configured the URL that was applied last, or null when none is known
 */
export function publicUrl(
  { headers, target }: Pick<Delivery, 'headers' | 'target'>,
  configured: string | null,
): string {
  const query = target.indexOf('?')
  if (configured !== null)
    return configured.includes('?') || query === -1 ? configured : configured + target.slice(query)
  const first = (name: string) =>
    headers
      .find(([candidate]) => candidate.toLowerCase() === name)?.[1]
      .split(',')[0]
      ?.trim()
  const host = first('x-forwarded-host') ?? first('host') ?? 'localhost'
  return `${first('x-forwarded-proto') === 'http' ? 'http' : 'https'}://${host}${target}`
}

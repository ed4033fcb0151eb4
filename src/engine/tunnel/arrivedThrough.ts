import { headerValues } from '../../shared/headers.ts'
import type { Tunnel } from '../../shared/wireTypes.ts'

/** The tunnel that brought a delivery, and remarks about its head. */
export interface Arrival {
  provider: string
  label: string
  /** The head is not as the sender wrote it, but "as normalised by the tunnel". */
  headersNormalised: boolean
  /** The sender's IP as the tunnel or a proxy reports it: claimed, not seen. Null when none does. */
  claimedAddress: string | null
}

const addressHeaders = ['cf-connecting-ip', 'x-real-ip', 'x-forwarded-for']
const forwardingHeaders = [...addressHeaders, 'x-forwarded-proto', 'x-forwarded-host', 'forwarded']

/**
 * Whether a request came through the tunnel: it asked for the tunnel's host, or carries what only something on the
 * way adds. Null for one that came straight to the receiver.
 * @param headers flat list of names and values
 */
export function arrivedThrough(
  headers: readonly string[],
  view: Pick<Tunnel, 'publicUrl' | 'provider' | 'headersNormalised'>,
): Arrival | null {
  const { publicUrl, provider, headersNormalised } = view
  if (publicUrl === null || !URL.canParse(publicUrl)) return null
  const isThrough =
    headerValues(headers, 'host')[0] === new URL(publicUrl).host ||
    forwardingHeaders.some((name) => headerValues(headers, name).length > 0)
  if (!isThrough) return null
  return {
    provider: provider.id,
    label: provider.label,
    headersNormalised,
    claimedAddress: claimedAddress(headers),
  }
}

/** The sender's address as something on the way reports it, cut to 100 characters; null when nothing does. */
export function claimedAddress(headers: readonly string[]): string | null {
  const [claim] = addressHeaders.flatMap((name) => headerValues(headers, name))
  const first = claim?.split(',')[0]?.trim().slice(0, 100) ?? ''
  return first === '' ? null : first
}

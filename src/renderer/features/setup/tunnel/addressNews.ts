import type { Status } from '../../../../shared/wireTypes.ts'

/** How the service stands to the public URL. Pure. */
export type AddressNews =
  /** It sends to the public URL. */
  | 'told'
  /** It sends elsewhere, and a person has to decide. */
  | 'to-tell'
  /** It sends elsewhere, and is about to be told by itself. */
  | 'telling'
  /** It sends elsewhere, because a person chose an address that is not the tunnel's. */
  | 'own-choice'
  /** It was told nothing by this app, or to send nothing. */
  | 'silent'
  /** There is no public URL to tell. */
  | 'none'

/** Whether the service of the active environment has to be told where the receiver is now. */
export function addressNews({
  tunnel,
  receiver,
  environment,
  webhookConfig: { applied, desired },
}: Pick<Status, 'tunnel' | 'receiver' | 'environment' | 'webhookConfig'>): AddressNews {
  const { publicUrl, previousUrl } = tunnel
  const { url } = receiver
  if (environment.kind === 'sandbox' || tunnel.state !== 'online' || publicUrl === null) return 'none'
  // The status tells tunnel and receiver together; where they still differ, nothing can be said.
  if (url === null || url !== publicUrl + environment.receiverPath) return 'none'
  if (applied === null || !applied.enabled) return 'silent'
  if (applied.url === url) return 'told'
  const isOwnChoice = desired.url !== url
  if (isOwnChoice) return previousUrl !== null && applied.url.startsWith(`${previousUrl}/`) ? 'to-tell' : 'own-choice'
  return environment.followTunnel ? 'telling' : 'to-tell'
}

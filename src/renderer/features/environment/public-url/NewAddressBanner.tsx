import { useMutation } from '@tanstack/react-query'
import { useAppState, useCalls, useClient } from '../../../data/state/useApp.ts'
import { useProductionGuard } from '../../../commands/environments.tsx'
import { productionWords } from '../../../commands/words.ts'
import { Button, IconButton } from '../../../ui/basics/Button.tsx'
import { useNow } from '../../../ui/basics/Time.tsx'
import { newAddressWords, tunnelWords, withoutKey } from './words.ts'
import bannerStyles from '../../../ui/notes/Notes.module.css'
import styles from './Tunnel.module.css'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from '../../../ui/fields/CopyButton.tsx'
import type { Status } from '../../../../shared/wireTypes.ts'

/** Time for an automatic update of the service, ms. */
const tellingMs = 6000

/** The receiver is at another public URL than the service sends to: nothing arrives until it is updated. On every screen. */
export function NewAddressBanner() {
  const news = useAppState(({ feed: { status } }) => (status === null ? 'none' : addressNews(status)))
  switch (news) {
    case 'none':
    case 'up-to-date':
    case 'silent':
    case 'own-choice':
      return null
    case 'to-update':
      return <Banner />
    case 'updating':
      return <Late />
  }
}

/** Only once it has taken longer than it should. */
function Late() {
  const since = useAppState(({ feed }) => feed.status?.tunnel.since ?? '')
  const now = useNow(1000)
  return now - Date.parse(since) < tellingMs ? null : <Banner />
}

function Banner() {
  const client = useClient()
  const status = useAppState(({ feed }) => feed.status)
  const apply = useMutation(useCalls().webhookConfig.apply.mutationOptions())
  const follow = useMutation({
    mutationFn: async (sent: { id: string; url: string }) => {
      await client.environments.update({ id: sent.id, followTunnel: true })
      return client.webhookConfig.apply(sent)
    },
  })
  const mayGoOn = useProductionGuard()
  if (status === null) return null
  const { environment, tunnel } = status
  const sent = { id: environment.id, url: status.receiver.url ?? '' }
  const asked = async (change: () => void) => {
    if (await mayGoOn(environment, productionWords.apply)) change()
  }
  const error = apply.error ?? follow.error
  return (
    <section className={`${bannerStyles.banner} ${styles.newAddress}`} aria-label={newAddressWords.label}>
      <div className={styles.newAddressText} role="status">
        <p>
          <strong>{tunnel.previousUrl === null ? newAddressWords.first : newAddressWords.changed}</strong>{' '}
          {environment.followTunnel
            ? newAddressWords.followed(environment.name)
            : newAddressWords.toTell(environment.name)}
        </p>
        <PublicUrl url={sent.url} />
        {error !== null && <p className={styles.newAddressProblem}>{error.message}</p>}
      </div>
      <div className={styles.newAddressActions}>
        <Button busy={apply.isPending} disabled={follow.isPending} onClick={() => void asked(() => apply.mutate(sent))}>
          {newAddressWords.apply}
        </Button>
        {!environment.followTunnel && (
          <Button
            look="quiet"
            busy={follow.isPending}
            disabled={apply.isPending}
            hint={newAddressWords.followNote}
            onClick={() => void asked(() => follow.mutate(sent))}
          >
            {newAddressWords.follow}
          </Button>
        )}
      </div>
    </section>
  )
}

interface PublicUrlProps {
  /** The whole address, with the key in its path. */
  url: string
  /** As the main thing of its place. */
  large?: boolean
}

/** Where a sender posts to. The key in it is a secret: hidden until it is revealed, whole when it is copied. */
export function PublicUrl({ url, large = false }: PublicUrlProps) {
  const [shown, setShown] = useState(false)
  return (
    <span className={large ? `${styles.publicUrl} ${styles.publicUrlLarge}` : styles.publicUrl}>
      <code>{shown ? url : withoutKey(url)}</code>
      <IconButton
        label={shown ? tunnelWords.hideKey : tunnelWords.revealKey}
        icon={shown ? <EyeOff /> : <Eye />}
        onClick={() => setShown(!shown)}
      />
      <CopyButton text={url} what={tunnelWords.theUrl} wide={large} />
    </span>
  )
}

/** How the service stands to the public URL. Pure. */
type AddressNews =
  /** It sends to the public URL. */
  | 'up-to-date'
  /** It sends elsewhere, and the user has to decide. */
  | 'to-update'
  /** It sends elsewhere, and is about to be updated automatically. */
  | 'updating'
  /** It sends elsewhere, because the user chose an address that is not the tunnel's. */
  | 'own-choice'
  /** This app applied nothing, or "disabled". */
  | 'silent'
  /** There is no public URL to apply. */
  | 'none'

/** Whether the service of the active environment has to be updated with the receiver's URL. */
export function addressNews({
  tunnel,
  receiver,
  environment,
  webhookConfig: { applied, desired },
}: Pick<Status, 'tunnel' | 'receiver' | 'environment' | 'webhookConfig'>): AddressNews {
  const { publicUrl, previousUrl } = tunnel
  const { url } = receiver
  if (environment.kind !== 'service' || tunnel.state !== 'online' || publicUrl === null) return 'none'
  // The status has tunnel and receiver together; where they still differ, nothing can be said.
  if (url === null || url !== publicUrl + environment.receiverPath) return 'none'
  if (applied === null || !applied.enabled) return 'silent'
  if (applied.url === url) return 'up-to-date'
  const isOwnChoice = desired.url !== url
  if (isOwnChoice) return previousUrl !== null && applied.url.startsWith(`${previousUrl}/`) ? 'to-update' : 'own-choice'
  return environment.followTunnel ? 'updating' : 'to-update'
}

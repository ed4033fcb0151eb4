import { useAppState, useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/useCall.ts'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { newAddressWords } from './words.ts'
import { addressNews } from './addressNews.ts'
import { PublicUrl } from './PublicUrl.tsx'
import bannerStyles from '../../../ui/Banner.module.css'
import styles from './NewAddressBanner.module.css'

/** So long a service that is told by itself may take, ms. */
const tellingMs = 6000

/** The receiver is at another public URL than the service sends to: nothing arrives until it is told. On every screen. */
export function NewAddressBanner() {
  const news = useAppState(({ feed: { status } }) => (status === null ? 'none' : addressNews(status)))
  switch (news) {
    case 'none':
    case 'told':
    case 'silent':
    case 'own-choice':
      return null
    case 'to-tell':
      return <Banner />
    case 'telling':
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
  const id = status?.environment.id ?? ''
  const url = status?.receiver.url ?? ''
  const apply = useCall(async () => client.webhookConfig.apply({ id, url }))
  const follow = useCall(async () => {
    await client.environments.update({ id, followTunnel: true })
    return client.webhookConfig.apply({ id, url })
  })
  if (status === null) return null
  const { environment, tunnel } = status
  const problem = apply.problem ?? follow.problem
  return (
    <section className={`${bannerStyles.banner} ${styles.newAddress}`} aria-label={newAddressWords.label}>
      <div className={styles.newAddressText} role="status">
        <p>
          <strong>{tunnel.previousUrl === null ? newAddressWords.first : newAddressWords.changed}</strong>{' '}
          {environment.followTunnel
            ? newAddressWords.followed(environment.name)
            : newAddressWords.toTell(environment.name)}
        </p>
        <PublicUrl url={url} />
        {problem !== null && <p className={styles.newAddressProblem}>{problem.message}</p>}
      </div>
      <div className={styles.newAddressActions}>
        <Button busy={apply.busy} disabled={follow.busy} onClick={() => void apply.run()}>
          {newAddressWords.apply}
        </Button>
        {!environment.followTunnel && (
          <Button
            look="quiet"
            busy={follow.busy}
            disabled={apply.busy}
            hint={newAddressWords.followNote}
            onClick={() => void follow.run()}
          >
            {newAddressWords.follow}
          </Button>
        )}
      </div>
    </section>
  )
}

import { useMutation } from '@tanstack/react-query'
import type { Status, Tunnel, TunnelProvider } from '../../../../shared/wireTypes.ts'
import { useApp, useCalls } from '../../../data/state/useApp.ts'
import { filled } from '../../../text/visibleText.tsx'
import { formatDuration } from '../../../text/format.ts'
import { isTunnelOpen, tunnelStateWords } from '../../../text/verdictWords.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Time, useNow } from '../../../ui/basics/Time.tsx'
import { Fact, Facts, Section } from '../../../ui/layout/Section.tsx'
import sectionStyles from '../../../ui/layout/Section.module.css'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { addressNews, PublicUrl } from './NewAddressBanner.tsx'
import { LastLeg, type OpenProvider, WithAddress } from './ProviderList.tsx'
import { TunnelSign } from './TunnelSign.tsx'
import { addressSentences, nextTryWords, tunnelWords } from './words.ts'
import styles from './Tunnel.module.css'

interface TunnelStateSectionProps {
  status: Status
  /** The provider that "Open" opens. */
  usual: TunnelProvider | null
  open: OpenProvider
}

/** How it stands, where it leads, and what can be done about it. */
export function TunnelStateSection({ status, usual, open }: TunnelStateSectionProps) {
  const { tunnel } = status
  return (
    <Section title={tunnelWords.state}>
      <div className={styles.state}>
        <Headline tunnel={tunnel} />
        <Actions tunnel={tunnel} usual={usual} open={open} />
      </div>
      {tunnel.problem !== null && (
        <ErrorNote look={tunnel.state === 'failed' ? 'bad' : 'warn'}>
          <WithAddress text={tunnel.problem} />
        </ErrorNote>
      )}
      {tunnel.offer !== null && <Offer offer={tunnel.offer} failed={tunnel.state === 'failed'} open={open} />}
      <Address status={status} />
      {isTunnelOpen(tunnel.state) && <StateFacts status={status} />}
    </Section>
  )
}

function Headline({ tunnel: { state, since, provider } }: { tunnel: Status['tunnel'] }) {
  return (
    <div className={styles.headline} role="status">
      <TunnelSign state={state} size={20} />
      <div>
        <p>
          <strong className={styles.word}>{tunnelStateWords[state].word}</strong>{' '}
          {state !== 'off' && (
            <span className="muted">
              {filled(tunnelWords.through, { provider: provider.label, time: <Time at={since} form="clock" /> })}
            </span>
          )}
        </p>
        <p className={styles.meaning}>{tunnelStateWords[state].meaning}</p>
      </div>
    </div>
  )
}

function Actions({ tunnel, usual, open }: Omit<TunnelStateSectionProps, 'status'> & { tunnel: Status['tunnel'] }) {
  const calls = useCalls().tunnel
  const check = useMutation(calls.check.mutationOptions())
  const close = useMutation(calls.close.mutationOptions())
  const error = check.error ?? close.error
  const failed = tunnel.state === 'failed'
  return (
    <div className={styles.actions}>
      {isTunnelOpen(tunnel.state) ? (
        <>
          <Button busy={check.isPending} onClick={() => check.mutate(undefined)}>
            {tunnelWords.checkNow}
          </Button>
          <Button busy={close.isPending} onClick={() => close.mutate(undefined)}>
            {tunnelWords.close}
          </Button>
        </>
      ) : (
        usual !== null &&
        usual.id !== 'none' && (
          // Once it failed something has to be changed first, so that it is not the first thing to press.
          <Button look={failed ? 'plain' : 'primary'} busy={open.isPending} onClick={() => open.mutate(usual.id)}>
            {failed && usual.id === tunnel.provider.id ? tunnelWords.tryAgain : tunnelWords.open(usual.label)}
          </Button>
        )
      )}
      {failed && (
        <Button busy={close.isPending} onClick={() => close.mutate(undefined)}>
          {tunnelWords.goWithout}
        </Button>
      )}
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
    </div>
  )
}

interface OfferProps {
  offer: NonNullable<Tunnel['offer']>
  failed: boolean
  open: OpenProvider
}

function Offer({ offer, failed, open }: OfferProps) {
  return (
    <ErrorNote
      look="warn"
      next={
        <Button
          look={failed ? 'primary' : 'plain'}
          className={failed ? undefined : styles.offer}
          busy={open.isPending}
          onClick={() => open.mutate(offer.id)}
        >
          {tunnelWords.switchTo(offer.label)}
        </Button>
      }
    >
      {failed ? tunnelWords.couldBeUsed(offer.label) : offer.reason}
    </ErrorNote>
  )
}

function Address({ status: { tunnel, environment } }: { status: Status }) {
  const { publicUrl, previousUrl } = tunnel
  if (publicUrl === null) return null
  return (
    <div className={styles.address}>
      <p className="muted">
        {filled(tunnel.state === 'online' ? tunnelWords.publicUrlOf : tunnelWords.publicUrlOffline, {
          name: <strong>{environment.name}</strong>,
        })}
      </p>
      <PublicUrl url={publicUrl + environment.receiverPath} large />
      {previousUrl !== null && previousUrl !== publicUrl && (
        <p className="muted">{filled(tunnelWords.before, { url: <del>{previousUrl}</del> })}</p>
      )}
      {environment.kind === 'sandbox' && <p className={sectionStyles.factNote}>{tunnelWords.sandboxSendsDirectly}</p>}
    </div>
  )
}

function StateFacts({ status }: { status: Status }) {
  const { tunnel } = status
  const { latencyMs, lastCheck, headersNormalised, traits } = tunnel
  return (
    <Facts>
      <Fact name={tunnelWords.lastCheck}>
        {lastCheck === null ? (
          <span className="muted">{tunnelWords.noCheck}</span>
        ) : (
          <>
            {filled(lastCheck.ok ? tunnelWords.passed : tunnelWords.failed, {
              ago: <Time at={lastCheck.at} form="ago" />,
            })}
            {latencyMs !== null && (
              <span className="muted numbers">
                {lastCheck.ok
                  ? tunnelWords.thereAndBack(formatDuration(latencyMs))
                  : tunnelWords.whenLastPassed(formatDuration(latencyMs))}
              </span>
            )}
          </>
        )}
      </Fact>
      <NextTry at={tunnel.nextTryAt} />
      <ServiceFact status={status} />
      <Fact name={tunnelWords.headers}>
        {headersNormalised ? tunnelWords.headersNormalised : tunnelWords.headersAsSent}
      </Fact>
      <Fact name={tunnelWords.lastLeg}>
        <LastLeg traits={traits} />
      </Fact>
    </Facts>
  )
}

function NextTry({ at }: { at: string | null }) {
  const now = useNow(500)
  const words = nextTryWords(at, now)
  return words === null ? null : (
    <Fact name={tunnelWords.nextTry}>
      <span className="numbers">{words}</span>
    </Fact>
  )
}

/** Whether the service knows the public URL, without which the tunnel is useless. */
function ServiceFact({ status }: { status: Status }) {
  const { navigation } = useApp()
  const news = addressNews(status)
  if (news === 'none') return null
  return (
    <Fact name={tunnelWords.webhookConfig}>
      {addressSentences[news]}{' '}
      <a href={navigation.href({ screen: 'webhook-config' })}>{tunnelWords.seeWebhookConfig}</a>
    </Fact>
  )
}

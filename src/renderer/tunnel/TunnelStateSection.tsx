import { TriangleAlert } from 'lucide-react'
import type { Status, Tunnel, TunnelProvider } from '../../shared/wireTypes.ts'
import { useApp, useClient } from '../state/useApp.ts'
import { type Call, useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { formatDuration } from '../ui/format.ts'
import { Fact, Facts, Section } from '../ui/Section.tsx'
import { Time } from '../ui/Time.tsx'
import { useNow } from '../ui/useNow.ts'
import { type AddressNews, addressNews } from './addressNews.ts'
import { PublicUrl } from './PublicUrl.tsx'
import { TunnelSign } from './TunnelSign.tsx'
import { isOpen, nextTryWords, stateWords } from './tunnelWords.ts'

interface TunnelStateSectionProps {
  status: Status
  /** The provider that "Open" opens. */
  usual: TunnelProvider | null
  open: Call<[string], Tunnel>
}

/** How it stands, where it leads, and what can be done about it. */
export function TunnelStateSection({ status, usual, open }: TunnelStateSectionProps) {
  const { tunnel } = status
  return (
    <Section title="State">
      <div className="tunnel-state">
        <Headline tunnel={tunnel} />
        <Actions tunnel={tunnel} usual={usual} open={open} />
      </div>
      {tunnel.problem !== null && (
        <ErrorNote look={tunnel.state === 'failed' ? 'bad' : 'warn'}>{tunnel.problem}</ErrorNote>
      )}
      {tunnel.offer !== null && <Offer offer={tunnel.offer} failed={tunnel.state === 'failed'} open={open} />}
      <Address status={status} />
      {isOpen(tunnel.state) && <StateFacts status={status} />}
    </Section>
  )
}

function Headline({ tunnel: { state, since, provider } }: { tunnel: Status['tunnel'] }) {
  return (
    <div className="tunnel-headline" role="status">
      <TunnelSign state={state} size={20} />
      <div>
        <p>
          <strong className="tunnel-word">{stateWords[state].word}</strong>
          {state !== 'off' && (
            <span className="muted">
              {' '}
              through {provider.label}, since <Time at={since} form="clock" />
            </span>
          )}
        </p>
        <p className="tunnel-meaning">{stateWords[state].meaning}</p>
      </div>
    </div>
  )
}

function Actions({ tunnel, usual, open }: Omit<TunnelStateSectionProps, 'status'> & { tunnel: Status['tunnel'] }) {
  const client = useClient()
  const check = useCall(async () => client.tunnel.check())
  const close = useCall(async () => client.tunnel.close())
  const problem = check.problem ?? close.problem
  return (
    <div className="tunnel-actions">
      {isOpen(tunnel.state) ? (
        <>
          <Button busy={check.busy} onClick={() => void check.run()}>
            Check now
          </Button>
          <Button busy={close.busy} onClick={() => void close.run()}>
            Close
          </Button>
        </>
      ) : (
        usual !== null &&
        usual.id !== 'none' && (
          <Button look="primary" busy={open.busy} onClick={() => void open.run(usual.id)}>
            Open {usual.label}
          </Button>
        )
      )}
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
    </div>
  )
}

interface OfferProps {
  offer: NonNullable<Tunnel['offer']>
  failed: boolean
  open: Call<[string], Tunnel>
}

function Offer({ offer, failed, open }: OfferProps) {
  return (
    <ErrorNote
      look="warn"
      next={
        <Button className="tunnel-offer" busy={open.busy} onClick={() => void open.run(offer.id)}>
          Switch to {offer.label}
        </Button>
      }
    >
      {failed ? `${offer.label} could be used instead; its URL is another one.` : offer.reason}
    </ErrorNote>
  )
}

function Address({ status: { tunnel, environment } }: { status: Status }) {
  const { publicUrl, previousUrl } = tunnel
  if (publicUrl === null) return null
  return (
    <div className="tunnel-address">
      <p className="muted">
        Public URL of <strong>{environment.name}</strong>
        {tunnel.state !== 'online' && ', not online now'}
      </p>
      <PublicUrl url={publicUrl + environment.receiverPath} large />
      {previousUrl !== null && previousUrl !== publicUrl && (
        <p className="muted">
          Before: <del>{previousUrl}</del>
        </p>
      )}
      {environment.kind === 'sandbox' && (
        <p className="fact-note">The built-in sandbox runs in this app and goes on sending directly.</p>
      )}
    </div>
  )
}

function StateFacts({ status }: { status: Status }) {
  const { tunnel } = status
  const { latencyMs, lastCheck, headersNormalised, traits } = tunnel
  return (
    <Facts>
      <Fact name="Last check">
        {lastCheck === null ? (
          <span className="muted">none yet</span>
        ) : (
          <>
            {lastCheck.ok ? 'passed' : 'failed'} <Time at={lastCheck.at} form="ago" />
            {latencyMs !== null && (
              <span className="muted numbers">
                {lastCheck.ok
                  ? `, ${formatDuration(latencyMs)} there and back`
                  : `; when it last passed it took ${formatDuration(latencyMs)}`}
              </span>
            )}
          </>
        )}
      </Fact>
      <NextTry at={tunnel.nextTryAt} />
      <ServiceFact status={status} />
      <Fact name="Headers">
        {headersNormalised ? 'As normalised by the tunnel; bodies arrive byte for byte.' : 'As they were sent.'}
      </Fact>
      <Fact name="Last leg">
        {traits.lastLegInClear ? (
          <span className="tunnel-clear">
            <TriangleAlert aria-hidden="true" />
            <span>Not encrypted. {traits.lastLeg}</span>
          </span>
        ) : (
          traits.lastLeg
        )}
      </Fact>
    </Facts>
  )
}

function NextTry({ at }: { at: string | null }) {
  const now = useNow(500)
  const words = nextTryWords(at, now)
  return words === null ? null : (
    <Fact name="Next try">
      <span className="numbers">{words}</span>
    </Fact>
  )
}

/** Whether the service knows where to send: a public URL that nobody was told is of no use. */
function ServiceFact({ status }: { status: Status }) {
  const { navigation } = useApp()
  const news = addressNews(status)
  if (news === 'none') return null
  return (
    <Fact name="Webhook config">
      {serviceWords[news]} <a href={navigation.href({ screen: 'webhook-config' })}>See it</a>
    </Fact>
  )
}

const serviceWords: Record<Exclude<AddressNews, 'none'>, string> = {
  told: 'The service was told this URL.',
  'to-tell': 'The service was told another URL, and does not follow the tunnel by itself.',
  telling: 'The service was told another URL, and is being told this one.',
  'own-choice': 'The service was told the address that you chose, which is another one.',
  silent: 'Not applied and enabled: the service sends nothing.',
}

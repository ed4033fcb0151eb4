import type { Status, Tunnel, TunnelProvider, Environment } from '../../../../shared/wireTypes.ts'
import { useApp, useClient } from '../../../data/state/useApp.ts'
import { type Call, useCall } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { formatDuration } from '../../../text/format.ts'
import { Fact, Facts, Section } from '../../../ui/layout/Section.tsx'
import { Time, useNow } from '../../../ui/basics/Time.tsx'
import { filled } from '../../../text/filled.tsx'
import { addressSentences, tunnelWords, nextTryWords, followWords } from './words.ts'
import { addressNews, PublicUrl } from './NewAddressBanner.tsx'
import { LastLeg, WithAddress } from './ProviderOptions.tsx'
import { TunnelSign } from './TunnelSign.tsx'
import sectionStyles from '../../../ui/layout/Section.module.css'
import styles from './Tunnel.module.css'
import { useRef, useState } from 'react'
import { SwitchField } from '../../../ui/fields/Field.tsx'
import { RadioField } from '../../../ui/fields/Form.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'
import { tunnelStateWords, isTunnelOpen } from '../../../text/verdictWords.ts'

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
  const client = useClient()
  const check = useCall(async () => client.tunnel.check())
  const close = useCall(async () => client.tunnel.close())
  const problem = check.problem ?? close.problem
  const failed = tunnel.state === 'failed'
  return (
    <div className={styles.actions}>
      {isTunnelOpen(tunnel.state) ? (
        <>
          <Button busy={check.busy} onClick={() => void check.run()}>
            {tunnelWords.checkNow}
          </Button>
          <Button busy={close.busy} onClick={() => void close.run()}>
            {tunnelWords.close}
          </Button>
        </>
      ) : (
        usual !== null &&
        usual.id !== 'none' && (
          // Once it failed something has to be changed first, so that it is not the first thing to press.
          <Button look={failed ? 'plain' : 'primary'} busy={open.busy} onClick={() => void open.run(usual.id)}>
            {failed && usual.id === tunnel.provider.id ? tunnelWords.tryAgain : tunnelWords.open(usual.label)}
          </Button>
        )
      )}
      {failed && (
        <Button busy={close.busy} onClick={() => void close.run()}>
          {tunnelWords.goWithout}
        </Button>
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
        <Button
          look={failed ? 'primary' : 'plain'}
          className={failed ? undefined : styles.offer}
          busy={open.busy}
          onClick={() => void open.run(offer.id)}
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

const onQuit: readonly { value: Environment['onQuit']; label: string; hint: string }[] = [
  { value: 'leave', label: followWords.leave, hint: followWords.leaveHint },
  { value: 'disable', label: followWords.disable, hint: followWords.disableHint },
  { value: 'restore', label: followWords.restore, hint: followWords.restoreHint },
]

/** Automatic updates of the service: when the tunnel moves, and when the app quits. Takes effect at once. */
export function FollowSettings({ environment }: { environment: Environment }) {
  const { shown, choose, problem } = useWishes(environment)
  // The sandbox runs in this app: it needs no tunnel, and quits with it.
  if (environment.kind === 'sandbox') return null
  return (
    <Section title={followWords.title} lead={followWords.lead}>
      <SwitchField
        label={followWords.followTunnel}
        hint={followWords.followTunnelHint}
        checked={shown.followTunnel}
        onChange={(followTunnel) => choose({ followTunnel })}
      />
      <fieldset className={styles.onQuit}>
        <legend className={fieldStyles.label}>{followWords.onQuit}</legend>
        {onQuit.map(({ value, label, hint }) => (
          <div key={value}>
            <RadioField
              name="on-quit"
              label={label}
              checked={shown.onQuit === value}
              noteId={`on-quit-${value}`}
              onChange={() => choose({ onQuit: value })}
            />
            <p id={`on-quit-${value}`} className={`${fieldStyles.note} ${styles.onQuitNote}`}>
              {hint}
            </p>
          </div>
        ))}
      </fieldset>
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
    </Section>
  )
}

type Wishes = Pick<Environment, 'followTunnel' | 'onQuit'>

/** Shows a choice at once and saves it behind, one after the other: who goes through them by keyboard is not held up. */
function useWishes(environment: Environment) {
  const client = useClient()
  const [wanted, setWanted] = useState<{ from: Environment | null; change: Partial<Wishes> }>(nothingWanted)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const save = useCall(async (change: Partial<Wishes>) => client.environments.update({ id: environment.id, ...change }))
  const choose = (change: Partial<Wishes>) => {
    setWanted((now) => ({
      from: environment,
      change: now.from === environment ? { ...now.change, ...change } : change,
    }))
    turn.current = turn.current.then(async () => {
      if ((await save.run(change)) === undefined) setWanted(nothingWanted)
    })
  }
  // The next update of the environment knows better.
  const shown = wanted.from === environment ? { ...environment, ...wanted.change } : environment
  return { shown, choose, problem: save.problem }
}

const nothingWanted = { from: null, change: {} }

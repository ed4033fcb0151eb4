import { useMutation } from '@tanstack/react-query'
import { ScanSearch, X, Check, Clock, Ellipsis, Minus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { senderPreset } from '../../../../shared/signature/schemePresets.ts'
import type { Delivery, Environment, ForeignDelivery } from '../../../../shared/wireTypes.ts'
import { useApp, useAppState, useCalls } from '../../../data/state/useApp.ts'
import { filled, visibleText } from '../../../text/visibleText.tsx'
import { Button, IconButton } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import styles from './DeliveryPane.module.css'
import { looksLikeWords as words, foreignWords, otherEnvironmentWords, deliveryWords } from './words.ts'
import { verdictNames } from '../../../text/verdictWords.ts'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { type TimelineStep, timelineSteps, type TimingRemark, timingRemarks } from './timelineWords.ts'

/** The sender that an uncheckable delivery seems to come from, with the evidence; one click checks it as that sender. */
export function LooksLike({ delivery: { looksLike, environmentId } }: { delivery: Delivery }) {
  const { navigation } = useApp()
  const environment = useAppState((state) => state.feed.environments.find(({ id }) => id === environmentId))
  const key = [environmentId, ...looksLike.map(({ scheme }) => scheme)].join(' ')
  const [dismissed, setDismissed] = useState(storedDismissals)
  const apply = useMutation(useCalls().environments.update.mutationOptions())
  if (environment === undefined || looksLike.length === 0 || dismissed.includes(key)) return null
  const isFree = mayChange(environment)
  return (
    <section className={styles.looksLike} aria-label={words.title}>
      <ScanSearch aria-hidden="true" />
      <div className={styles.text}>
        {looksLike.map(({ scheme, label, evidence }) => (
          <div key={scheme} className={styles.candidate}>
            <div className={styles.who}>
              <p>{filled(words.looksLike, { sender: <strong>{label}</strong> })}</p>
              <p className="muted">
                {evidence.map(({ from, name }, index) => (
                  <span key={name}>
                    {index > 0 && ', '}
                    {words.evidence[from]} <code>{name}</code>
                  </span>
                ))}
              </p>
            </div>
            {isFree && (
              <Button
                busy={apply.isPending}
                hint={words.applyHint}
                aria-label={words.applyTo(label)}
                onClick={() => apply.mutate({ id: environmentId, kind: 'sender', signatureScheme: scheme })}
              >
                {words.apply}
              </Button>
            )}
          </div>
        ))}
        <p className="muted">
          {isFree
            ? words.checkedAs(senderPreset(environment.signatureScheme)?.scheme.label ?? words.ownScheme)
            : filled(words.otherEnvironment, {
                environments: <a href={navigation.href({ screen: 'access' })}>{words.environments}</a>,
              })}
        </p>
        {apply.error !== null && <ErrorNote>{apply.error.message}</ErrorNote>}
      </div>
      <IconButton
        label={words.dismiss}
        icon={<X aria-hidden="true" />}
        onClick={() => setDismissed(dismissedWith(key))}
      />
    </section>
  )
}

/** The sandbox stays what it is, and an environment of the service that is set up is not taken away by one click. */
function mayChange({ kind, baseUrl, username }: Environment): boolean {
  return kind === 'sender' || (kind === 'service' && baseUrl === '' && username === '')
}

const dismissedKey = 'hookscope.looks-like.dismissed'
const maxDismissed = 100

/** Environments with the senders whose notice the user has dismissed there. */
function storedDismissals(): string[] {
  return (localStorage.getItem(dismissedKey) ?? '').split('\n')
}

function dismissedWith(key: string): string[] {
  const all = [key, ...storedDismissals()].slice(0, maxDismissed)
  localStorage.setItem(dismissedKey, all.join('\n'))
  return all
}

/** Says of a delivery out of a file that it is one, what checking it here found, and what is not in it. */
export function ForeignNote({ foreign }: { foreign: ForeignDelivery }) {
  const { caseName, originalId, verdict, recheck, note, redactions } = foreign
  return (
    <>
      <ErrorNote look={recheck.state === 'same' ? 'good' : 'warn'}>
        {foreignWords.from(visibleText(caseName), visibleText(originalId), verdictNames[verdict])} {recheck.sentence}
      </ErrorNote>
      {note !== null && recheck.state !== 'cannot' && <ErrorNote look="warn">{visibleText(note)}</ErrorNote>}
      {(redactions.places?.length ?? 0) > 0 && (
        <details>
          <summary>{foreignWords.replaced((redactions.places?.length ?? 0) + (redactions.more ?? 0))}</summary>
          <ul>
            {redactions.places?.map(({ at, kind }) => (
              <li key={`${kind} ${at}`}>{visibleText(`${at} (${kind})`)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** Names the environment of an opened delivery when the list shows a different one, and switches to it. */
export function OtherEnvironment({ delivery: { environmentId, foreign } }: { delivery: Delivery }) {
  const active = useAppState((state) => state.feed.status?.environment)
  const own = useAppState((state) => state.feed.environments.find(({ id }) => id === environmentId))
  const everywhere = useAppState((state) => state.route.everywhere)
  const change = useMutation(useCalls().environments.activate.mutationOptions())
  if (everywhere || foreign !== undefined || active === undefined || active.id === environmentId) return null
  const next = own !== undefined && (
    <Button busy={change.isPending} onClick={() => change.mutate({ id: environmentId })}>
      {otherEnvironmentWords.change(visibleText(own.name))}
    </Button>
  )
  return (
    <ErrorNote look="warn" next={next}>
      {otherEnvironmentWords.isOf(own === undefined ? null : visibleText(own.name), visibleText(active.name))}
      {change.error !== null && ` ${change.error.message}`}
    </ErrorNote>
  )
}

interface TimelineProps {
  delivery: Delivery
  /** The environment can fetch objects: see `canFetch`. */
  isFetchable: boolean
}

/** The strip at the top of a delivery: a line from the sender over the seal to the object. */
export function Timeline({ delivery, isFetchable }: TimelineProps) {
  return (
    <>
      <Steps delivery={delivery} isFetchable={isFetchable} />
      <ul className={styles.remarks} aria-label={deliveryWords.timesTell}>
        {timingRemarks(delivery.timing).map((remark) => (
          <li key={remark.id} className={styles.remark} data-look={remark.look}>
            <RemarkSign look={remark.look} />
            <RemarkText remark={remark} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A few words; the title has the whole sentence. */
function RemarkText({ remark: { word, why } }: { remark: TimingRemark }) {
  if (why === null) return <span>{word}</span>
  return (
    <details className={styles.remarkMore}>
      <summary>{word}</summary>
      <p>{why}</p>
    </details>
  )
}

function RemarkSign({ look }: Pick<TimingRemark, 'look'>) {
  switch (look) {
    case 'good':
      return <Check aria-hidden="true" />
    case 'warn':
      return <TriangleAlert aria-hidden="true" />
    case 'plain':
      return <Clock aria-hidden="true" />
  }
}

function Steps({ delivery, isFetchable }: TimelineProps) {
  return (
    <ol className={styles.timeline} aria-label={deliveryWords.way}>
      {timelineSteps(delivery, isFetchable).map((step) => (
        <li
          key={step.id}
          data-part="timeline-step"
          className={styles.step}
          data-step={step.id}
          data-state={step.state}
          title={step.title}
        >
          <span className={styles.node}>
            <Node step={step} delivery={delivery} />
          </span>
          <span className={styles.label}>{step.label}</span>
          <span
            data-part="timeline-detail"
            className={styles.detail}
            data-has-narrow={step.narrow !== null || undefined}
          >
            <span>{step.detail}</span>
            {step.narrow !== null && <span className={styles.narrow}>{step.narrow}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Node({ step, delivery }: { step: TimelineStep; delivery: Delivery }) {
  if (step.id === 'verified') return <Seal verdict={delivery.verdict} size={20} />
  if (step.id !== 'follow-up') return <span className={styles.dot} />
  return (
    <span className={styles.object} aria-hidden="true">
      {step.state === 'done' && <Check />}
      {step.state === 'failed' && <X />}
      {step.state === 'open' && <Ellipsis />}
      {step.state === 'none' && <Minus />}
    </span>
  )
}

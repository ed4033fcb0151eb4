import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { DoneNote, ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { useProductionGuard } from '../../../commands/environments.tsx'
import { productionWords } from '../../../commands/words.ts'
import { rotationWords } from './words.ts'
import { useAppState, useCalls, useClient } from '../../../data/state/useApp.ts'
import { Problem } from '../../../data/wire/problem.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { useNow } from '../../../ui/basics/Time.tsx'
import styles from './Secrets.module.css'
import { Form, Choice } from '../../../ui/fields/Form.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { SecretField } from '../../../ui/fields/SecretField.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'
import { formatClock, formatTicking } from '../../../text/format.ts'
import { uiWords } from '../../../ui/words.ts'

/** The assistant that goes from one shared secret to the next without a delivery being lost. */
export function Rotation({ environment }: { environment: Environment }) {
  const { rotation, sharedSecrets } = environment
  // The end of a rotation that was watched here is announced once; a page that comes later sees it in the table.
  const [watched, setWatched] = useState(rotation?.secretId ?? null)
  if (rotation !== null && rotation.secretId !== watched) setWatched(rotation.secretId)
  const rested = sharedSecrets.every(({ id, retiredAt }) => id === watched || retiredAt !== null)
  return (
    <Section title={rotationWords.title} lead={rotationWords.lead}>
      {rotation === null ? (
        <>
          {watched !== null && rested && <DoneNote>{rotationWords.done}</DoneNote>}
          <StartRotation environment={environment} />
        </>
      ) : (
        <RotationProgress environment={environment} />
      )}
    </Section>
  )
}

/** Three steps, the one that is on now with what to do in it. */
function RotationProgress({ environment }: { environment: Environment }) {
  const client = useClient()
  const now = useNow(5000)
  const end = useMutation(useCalls().environments.endRotation.mutationOptions())
  const retire = useMutation({
    mutationFn: async () => {
      const old = environment.sharedSecrets.filter(
        ({ id, retiredAt }) => id !== environment.rotation?.secretId && retiredAt === null,
      )
      for (const { id } of old) await client.environments.retireSecret({ id: environment.id, secretId: id })
      return client.environments.endRotation({ id: environment.id })
    },
  })
  const mayGoOn = useProductionGuard()
  const retireAsked = async () => {
    if (await mayGoOn(environment, productionWords.retire)) retire.mutate()
  }
  const error = end.error ?? retire.error
  return (
    <>
      <ol className={styles.steps} aria-label={rotationWords.steps}>
        {rotationSteps(environment, now).map((step) => (
          <Step key={step.id} step={step} environment={environment} />
        ))}
      </ol>
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
      <div className={styles.actions}>
        {environment.rotation?.state === 'waiting' && (
          <Button busy={retire.isPending} onClick={() => void retireAsked()}>
            {rotationWords.retireNow}
          </Button>
        )}
        <Button
          look="quiet"
          busy={end.isPending}
          hint={rotationWords.endNote}
          onClick={() => end.mutate({ id: environment.id })}
        >
          {rotationWords.end}
        </Button>
      </div>
    </>
  )
}

function Step({ step, environment }: { step: RotationStep; environment: Environment }) {
  return (
    <li className={styles.step} data-state={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
      <div>
        <h3>
          {step.title}
          {step.state === 'done' && <span className={styles.done}> {rotationWords.stepDone}</span>}
        </h3>
        <p className={styles.detail}>{step.detail}</p>
        {step.id === 'apply' && step.state === 'now' && <ApplySecret environment={environment} />}
      </div>
    </li>
  )
}

/** The service is updated with one call; another sender by hand. */
function ApplySecret({ environment }: { environment: Environment }) {
  const client = useClient()
  const calls = useCalls()
  const { id } = environment
  const enabled = useAppState((state) => state.feed.status?.webhookConfig.desired.enabled ?? false)
  const apply = useMutation(calls.webhookConfig.apply.mutationOptions())
  const mayGoOn = useProductionGuard()
  const applyAsked = async () => {
    // With the switch given, the secret goes along because it differs, and nothing else is touched.
    if (await mayGoOn(environment, productionWords.apply)) apply.mutate({ id, enabled })
  }
  const copy = useMutation({
    mutationFn: async () => {
      const { text } = await client.environments.reveal({ id, secret: 'sharedSecret' })
      await navigator.clipboard.writeText(text).catch(() => {
        throw new Problem(uiWords.notCopied)
      })
    },
  })
  const informed = useMutation(calls.environments.senderTold.mutationOptions())
  const error = apply.error ?? copy.error ?? informed.error
  const isService = environment.signatureScheme === 'service'
  return (
    <div className={styles.apply}>
      {!isService && <p className={styles.detail}>{rotationWords.tellSender}</p>}
      <div className={styles.actions}>
        {isService && (
          <Button look="primary" busy={apply.isPending} onClick={() => void applyAsked()}>
            {rotationWords.applyAtService}
          </Button>
        )}
        <Button look="quiet" busy={copy.isPending} onClick={() => copy.mutate()}>
          {copy.isSuccess ? rotationWords.copied : rotationWords.copy}
        </Button>
        {!isService && (
          <Button look="primary" busy={informed.isPending} onClick={() => informed.mutate({ id })}>
            {rotationWords.entered}
          </Button>
        )}
      </div>
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
    </div>
  )
}

const kinds = [
  { id: 'generate', label: rotationWords.kinds.generate },
  { id: 'own', label: rotationWords.kinds.own },
] as const
const nothingStored = { set: false, fingerprint: null }

/** The settings of a rotation before it begins. */
function StartRotation({ environment }: { environment: Environment }) {
  const [kind, setKind] = useState<(typeof kinds)[number]['id']>('generate')
  const [text, setText] = useState('')
  const [minutes, setMinutes] = useState('60')
  const isNumber = /^\d+$/.test(minutes.trim()) && Number(minutes) >= 1
  const start = useMutation(useCalls().environments.rotateSecret.mutationOptions())
  const mayGoOn = useProductionGuard()
  const startAsked = async () => {
    if (!(await mayGoOn(environment, productionWords.rotate))) return
    const own = kind === 'own' ? { sharedSecret: text } : {}
    start.mutate({ id: environment.id, quietMinutes: Number(minutes), ...own })
  }
  const ready = isNumber && (kind === 'generate' || text !== '')
  const { error } = start
  return (
    <Form
      className={styles.secretForm}
      onSubmit={() => {
        if (ready && !start.isPending) void startAsked()
      }}
    >
      <div className={styles.kind}>
        <span className={fieldStyles.label}>{rotationWords.newSecret}</span>
        <Choice label={rotationWords.newSecret} options={kinds} value={kind} onChange={setKind} />
      </div>
      {kind === 'own' && (
        <div className={styles.secretAdd}>
          <SecretField
            label={rotationWords.ownText}
            stored={nothingStored}
            value={text === '' ? null : text}
            onChange={(value) => setText(value ?? '')}
            problem={error?.field === 'sharedSecret' ? error.message : null}
          />
        </div>
      )}
      <div className={styles.minutes}>
        <TextField
          label={rotationWords.minutes}
          inputMode="numeric"
          value={minutes}
          onChange={setMinutes}
          problem={error?.field === 'quietMinutes' ? error.message : isNumber ? null : rotationWords.wholeMinutes}
          hint={rotationWords.minutesHint}
        />
      </div>
      {error !== null && error.field === null && <ErrorNote>{error.message}</ErrorNote>}
      <div>
        <Button type="submit" busy={start.isPending} disabled={!ready}>
          {rotationWords.start}
        </Button>
      </div>
    </Form>
  )
}

type Rotation = NonNullable<Environment['rotation']>

/** One step of a change of the shared secret. */
export interface RotationStep {
  id: 'apply' | 'rest' | 'retire'
  title: string
  state: 'done' | 'now' | 'later'
  detail: string
}

/** Describes the steps of a rotation in progress. `now` in ms since the epoch. Pure; empty without a rotation. */
export function rotationSteps(environment: Environment, now: number): RotationStep[] {
  const { rotation, sharedSecrets } = environment
  if (rotation === null) return []
  const fresh = sharedSecrets.find(({ id }) => id === rotation.secretId)
  const fingerprint = fresh?.fingerprint ?? rotationWords.unknown
  const isApplied = rotation.state === 'waiting'
  const old = sharedSecrets.filter(({ id, retiredAt }) => id !== rotation.secretId && retiredAt === null)
  const olds = rotationWords.oldSecrets(old.length)
  return [
    {
      id: 'apply',
      title: rotationWords.give,
      state: isApplied ? 'done' : 'now',
      detail: isApplied ? rotationWords.given(fingerprint) : rotationWords.toGive(fingerprint),
    },
    {
      id: 'rest',
      title: rotationWords.wait(olds, old.length),
      state: isApplied ? 'now' : 'later',
      detail: isApplied
        ? `${lastUse(old, now)} ${retirement(rotation, old.length, now)}`.trim()
        : rotationWords.waitLater(olds),
    },
    {
      id: 'retire',
      title: rotationWords.retire(olds),
      state: 'later',
      detail: rotationWords.retireLater(rotation.quietMinutes),
    },
  ]
}

function lastUse(old: readonly { lastUsedAt: string | null }[], now: number): string {
  if (old.length === 0) return rotationWords.noneAccepted
  const last = old
    .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
    .sort()
    .at(-1)
  return last === undefined
    ? rotationWords.neverUsed(old.length)
    : rotationWords.lastUsed(old.length, formatTicking(last, now))
}

function retirement({ retiresAt, quietMinutes }: Rotation, count: number, now: number): string {
  if (retiresAt === null) return ''
  // The page's clock ticks in steps and may lag behind the last use, so limit the remaining time to the quiet period.
  const left = Math.min(Date.parse(retiresAt) - now, quietMinutes * 60_000)
  return left <= 0
    ? rotationWords.beingRetired(count)
    : rotationWords.retiredAt(count, formatClock(retiresAt, 'minute'), leftWords(left))
}

/** Rounds up to whole minutes, because ticking seconds would distract. */
function leftWords(ms: number): string {
  if (ms <= 60_000) return rotationWords.withinMinute
  const minutes = Math.ceil(ms / 60_000)
  return minutes <= 90 ? rotationWords.inMinutes(minutes) : rotationWords.inHours(Math.round(minutes / 60))
}

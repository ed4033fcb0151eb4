import { type ReactNode, useState } from 'react'
import { Choice, Form } from '../../../ui/fields/Form.tsx'
import { TextField, SwitchField } from '../../../ui/fields/Field.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { type Tab, Tabs } from '../../../ui/layout/Tabs.tsx'
import { type BodyMemory, BodyPart } from '../workbench/BodyPart.tsx'
import { HeadersPart } from '../workbench/HeadersPart.tsx'
import { methods } from '../workbench/requestDraft.ts'
import { type ComposeProblem, type PartProps, type ComposeDraft, schemeOf } from './composeDraft.ts'
import type { Source } from './requestStarts.tsx'
import { composeWords as words } from './words.ts'
import styles from './Compose.module.css'
import { CircleSlash, PenLine } from 'lucide-react'
import { breakKinds } from '../../../../shared/signature/breakKinds.ts'
import { schemePreset, schemePresets } from '../../../../shared/signature/schemePresets.ts'
import { credentialOf, type SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { SecretField } from '../../../ui/fields/SecretField.tsx'
import { signingSecrets } from '../replay/useReplay.ts'

type PartId = 'body' | 'headers' | 'deliveries' | 'signature' | 'volume'

/** The part where an invalid field is; the URL is in the bar above. */
const partOf: Partial<Record<ComposeProblem, PartId>> = {
  headers: 'headers',
  secret: 'signature',
  at: 'signature',
  count: 'volume',
  rate: 'volume',
  parallel: 'volume',
}

interface RequestSideProps extends SigningProps {
  source: Source
  memory: BodyMemory
  /** Counts the attempts to send, each of which shows the part with the first invalid field. */
  tries: number
  onSend: () => void
}

/** What is sent: a request or stored deliveries, how it is signed, and how often. */
export function RequestSide({ source, memory, tries, onSend, ...part }: RequestSideProps) {
  const { draft, set, problems } = part
  const [shown, setShown] = useState<{ part: PartId; tries: number }>({ part: 'body', tries })
  const broken = [...problems].flatMap((problem) => partOf[problem] ?? [])[0]
  if (shown.tries !== tries) setShown({ part: broken ?? shown.part, tries })
  const tabs = tabsOf(part)
  const current = tabs.find(({ id }) => id === shown.part) ?? tabs[0]
  const contents: Record<PartId, () => ReactNode> = {
    body: () => <BodyPart draft={draft} set={set} source={{ bytes: source.bytes, problem: null }} memory={memory} />,
    headers: () => <HeadersPart draft={draft} set={set} origin={source.draft} />,
    deliveries: () => <DeliveriesPart {...part} />,
    signature: () => <SigningPart {...part} />,
    volume: () => <VolumePart {...part} onSend={onSend} />,
  }
  return (
    <div className={styles.request}>
      <Choice label={words.what} options={words.whats} value={draft.what} onChange={(what) => set('what', what)} />
      {draft.what === 'request' && <AddressLine {...part} />}
      <SignedLine {...part} onSign={() => setShown({ part: 'signature', tries })} />
      <div className={styles.editor}>
        <Tabs
          label={words.parts}
          of="request"
          tabs={tabs}
          current={current?.id ?? 'signature'}
          onChange={(id) => setShown({ part: id, tries })}
        >
          <div className={styles.part}>{contents[current?.id ?? 'signature']()}</div>
        </Tabs>
      </div>
    </div>
  )
}

function tabsOf({ draft }: Pick<PartProps, 'draft'>): Tab<PartId>[] {
  return [
    ...(draft.what === 'request'
      ? ([
          { id: 'body', label: words.body, note: draft.body === null ? null : words.typed },
          { id: 'headers', label: words.headers, note: draft.headers.length },
        ] as const)
      : ([{ id: 'deliveries', label: words.deliveries }] as const)),
    { id: 'signature', label: words.signature, note: draft.broken === '' ? null : words.broken },
    { id: 'volume', label: words.sending, note: draft.count === '1' ? null : words.times(draft.count) },
  ]
}

/** Method and path. */
function AddressLine({ draft, set, problems }: PartProps) {
  const known = methods.includes(draft.method) ? methods : [draft.method, ...methods]
  return (
    <div className={styles.line}>
      <SelectField
        label={words.whatMethod}
        options={known.map((method) => ({ value: method, label: method }))}
        value={draft.method}
        onChange={(method) => set('method', method)}
      />
      <TextField
        label={words.path}
        hint={words.pathHint}
        problem={problems.has('path') ? words.pathProblem : null}
        mono
        value={draft.path}
        onChange={(path) => set('path', path.trim())}
      />
    </div>
  )
}

/** Chooses stored deliveries and the intervals between them. */
function DeliveriesPart({ draft, set }: PartProps) {
  return (
    <>
      <div className={styles.fields}>
        <TextField
          label={words.filter}
          hint={words.filterHint}
          placeholder={words.filterExample}
          mono
          value={draft.filter}
          onChange={(filter) => set('filter', filter)}
        />
        <SelectField
          label={words.speed}
          options={words.speeds}
          value={draft.speed}
          onChange={(speed) => set('speed', speed)}
        />
      </div>
      <SwitchField
        label={words.shuffle}
        hint={words.shuffleHint}
        checked={draft.shuffle}
        onChange={(shuffle) => set('shuffle', shuffle)}
      />
    </>
  )
}

/** How often, how fast, how many at once. */
function VolumePart({ draft, set, problems, onSend }: PartProps & { onSend: () => void }) {
  return (
    <Form onSubmit={onSend} className={styles.numbers}>
      <TextField
        label={draft.what === 'request' ? words.count : words.rounds}
        problem={problems.has('count') ? words.countProblem : null}
        inputMode="numeric"
        value={draft.count}
        onChange={(count) => set('count', count.trim())}
      />
      <TextField
        label={words.rate}
        hint={words.rateHint}
        problem={problems.has('rate') ? words.rateProblem : null}
        inputMode="decimal"
        value={draft.rate}
        onChange={(rate) => set('rate', rate.trim())}
      />
      <TextField
        label={words.parallel}
        hint={words.parallelHint}
        problem={problems.has('parallel') ? words.parallelProblem : null}
        inputMode="numeric"
        placeholder="1"
        value={draft.parallel}
        onChange={(parallel) => set('parallel', parallel.trim())}
      />
    </Form>
  )
}

interface SigningProps extends PartProps {
  environments: readonly Environment[]
}

/** How it is signed, when, and what is made wrong. */
function SigningPart(props: SigningProps) {
  const { draft, set, problems, environment } = props
  const own = environment === undefined ? undefined : schemeOf(environment)
  const isKey = needsKey(schemePreset(draft.scheme) ?? own)
  const unsigned = draft.signWith === 'none'
  return (
    <div className={styles.fields}>
      <SelectField
        label={words.scheme}
        options={[
          { value: '', label: words.ownScheme(own?.label ?? '') },
          ...schemePresets.map(({ id, label }) => ({ value: id, label })),
        ]}
        value={draft.scheme}
        onChange={(id) => set('scheme', id)}
      />
      <SelectField
        label={words.signWith}
        options={waysToSign(props, isKey)}
        value={isKey && !unsigned ? 'typed' : draft.signWith}
        onChange={(way) => set('signWith', way)}
      />
      {(draft.signWith === 'typed' || (isKey && !unsigned)) && (
        <SecretField
          label={isKey ? words.privateKey : words.secret}
          hint={isKey ? words.privateKeyHint : words.secretHint}
          problem={problems.has('secret') ? words.secretMissing : null}
          stored={{ set: false, fingerprint: null }}
          value={draft.secret}
          onChange={(secret) => {
            set('secret', secret ?? '')
            set('signWith', 'typed')
          }}
        />
      )}
      <SelectField
        label={words.time}
        options={words.moments}
        value={draft.at}
        disabled={unsigned}
        onChange={(at) => set('at', at)}
      />
      {draft.at === 'typed' && !unsigned && (
        <TextField
          label={words.timeText}
          hint={words.timeHint}
          problem={problems.has('at') ? words.timeProblem : null}
          mono
          value={draft.atText}
          onChange={(text) => set('atText', text)}
        />
      )}
      <SelectField
        label={words.break}
        options={[
          { value: '', label: words.noBreak },
          ...breakKinds.map((kind) => ({ value: kind, label: words.breaks[kind] })),
        ]}
        value={draft.broken}
        onChange={(kind) => set('broken', kind)}
      />
    </div>
  )
}

/** One line: the secret that signs the request, or why it is not signed and what signing needs. */
function SignedLine({ onSign, ...props }: SigningProps & { onSign: () => void }) {
  const { draft, set, environment } = props
  const scheme = schemePreset(draft.scheme) ?? (environment === undefined ? undefined : schemeOf(environment))
  const label = visibleText(scheme?.label ?? '')
  const isSigned = draft.signWith !== 'none'
  const isKey = needsKey(scheme)
  const hasSecret = isKey || environment?.sharedSecrets.some(({ set: isSet, current }) => isSet && current) === true
  const sign = () => {
    set('signWith', isKey || !hasSecret ? 'typed' : 'current')
    onSign()
  }
  return (
    <div className={styles.signed} data-signed={isSigned || undefined}>
      {isSigned ? <PenLine aria-hidden="true" /> : <CircleSlash aria-hidden="true" />}
      <p>
        {isSigned
          ? words.willSign(label, keyWords(draft, isKey))
          : draft.what === 'deliveries'
            ? words.willKeep
            : isKey
              ? words.keyNeeded(label)
              : hasSecret
                ? words.willNotSign
                : words.secretNeeded}
      </p>
      {!isSigned && draft.what === 'request' && (
        <Button onClick={sign}>{isKey ? words.signWithKey : hasSecret ? words.signIt : words.signWithSecret}</Button>
      )}
    </div>
  )
}

function keyWords({ signWith }: Pick<ComposeDraft, 'signWith'>, isKey: boolean): string {
  if (isKey) return words.withKey
  return signWith === 'current'
    ? words.withCurrent
    : signWith === 'typed'
      ? words.withPasted
      : words.withStored(signWith)
}

function needsKey(scheme: SignatureScheme | undefined): boolean {
  return scheme !== undefined && credentialOf(scheme) === 'public-key'
}

function waysToSign({ draft, environment, environments }: SigningProps, isKey: boolean) {
  const { currentSecret, secrets } = signingSecrets(environments, environment?.id ?? '')
  const stored = isKey
    ? []
    : [
        { value: 'current', label: words.current(currentSecret) },
        ...secrets.map(({ fingerprint, label, environment: name }) => ({
          value: fingerprint,
          label: words.stored(label, fingerprint, name),
        })),
      ]
  return [
    ...stored,
    { value: 'typed', label: isKey ? words.pastedKey : words.pasted },
    { value: 'none', label: draft.what === 'request' ? words.notSigned : words.asStored },
  ]
}

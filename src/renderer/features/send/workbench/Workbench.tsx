import { Send } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { DeliverySummary, HeaderLine } from '../../../../shared/model.ts'
import { isMac } from '../../../commands/shortcuts.tsx'
import { visibleText } from '../../../text/visibleText.tsx'
import { Button, Stack } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { SecretField } from '../../../ui/fields/SecretField.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'
import { BodyDifferenceView } from '../../inbox/delivery/compare/CompareBody.tsx'
import { compareBodies } from '../../inbox/delivery/compare/compareBodies.ts'
import { AnswerSide } from './AnswerSide.tsx'
import { BodyPart, type BodyMemory } from './BodyPart.tsx'
import { HeadersPart } from './HeadersPart.tsx'
import {
  doubtsOf,
  headerProblem,
  isSendable,
  linesOf,
  methods,
  type RequestDraft,
  type RequestSource,
  type Sending,
  type Signing,
} from './requestDraft.ts'
import { workbenchWords as words } from './words.ts'
import styles from './Workbench.module.css'

export interface WorkbenchProps {
  draft: RequestDraft
  set: <K extends keyof RequestDraft>(field: K, value: RequestDraft[K]) => void
  source: RequestSource
  /** The request of the source, to compare with. */
  origin: Pick<RequestDraft, 'method' | 'headers'>
  /** State of the editor when it was last shown. */
  memory: BodyMemory
  /** A change of this number begins the editor again. */
  edition: number
  /** The person has tried to send it: what is missing is pointed out. */
  tried: boolean
  sending: Sending
  /** The delivery that the last request became at our own receiver, once it is known. */
  arrived: DeliverySummary | null
  send: () => void
  /** Below the URL: where else to send to, what has to be confirmed. */
  beside?: ReactNode
  /** Beside the signature: what else the request can start from. */
  startFrom?: ReactNode
  /** Below the answer. */
  afterAnswer?: ReactNode
}

/** A request at the left, its result at the right; below each other where there is little room. */
export function Workbench(props: WorkbenchProps) {
  const { sending, arrived, send, beside, afterAnswer } = props
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    send()
  }
  return (
    <div data-part="workbench" className={styles.frame} onKeyDownCapture={onKeyDown}>
      <div className={styles.workbench}>
        <section className={styles.request} aria-label={words.request}>
          <AddressLine {...props} />
          {beside}
          <SigningLine {...props} />
          <RequestParts {...props} />
        </section>
        <AnswerSide sending={sending} arrived={arrived} keys={sendKeys()}>
          {afterAnswer}
        </AnswerSide>
      </div>
    </div>
  )
}

function sendKeys(): string {
  return isMac() ? words.sendKeysMac : words.sendKeys
}

function AddressLine({ draft, set, tried, sending, send }: WorkbenchProps) {
  const problem = tried && !isSendable(draft.url) ? words.urlMissing : null
  const field = useRef<HTMLInputElement>(null)
  // The panel may have been opened before this code was loaded.
  useEffect(() => field.current?.focus(), [])
  const known = methods.includes(draft.method) ? methods : [draft.method, ...methods]
  return (
    <Form className={styles.address} onSubmit={send}>
      <SelectField
        label={words.method}
        className="mono"
        options={known.map((method) => ({ value: method, label: method }))}
        value={draft.method}
        onChange={(method) => set('method', method)}
      />
      <Field label={words.url} hint={words.urlHint} problem={problem}>
        {(wiring) => (
          <div className={fieldStyles.line}>
            <input
              {...wiring}
              ref={field}
              type="text"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              data-part="input"
              data-first-field=""
              className={`${fieldStyles.input} mono`}
              placeholder={words.urlExample}
              value={draft.url}
              onChange={(event) => set('url', event.target.value.trim())}
            />
            <Button
              type="submit"
              look="primary"
              busy={sending.busy}
              hint={words.sendKey(sendKeys())}
              icon={<Send aria-hidden="true" />}
            >
              {sending.busy ? words.sending : words.send}
            </Button>
          </div>
        )}
      </Field>
    </Form>
  )
}

/** How it is signed, and what does not fit. */
function SigningLine({ draft, set, source, startFrom }: WorkbenchProps) {
  const { signing } = draft
  const options = [
    { value: 'kept', label: words.kept },
    { value: 'current', label: words.current(source.currentSecret) },
    ...source.secrets.map(({ fingerprint, label, environment }) => ({
      value: fingerprint,
      label: words.storedSecret(label, fingerprint, environment),
    })),
    { value: 'typed', label: words.typedSecret },
  ]
  return (
    <div className={styles.signing}>
      <div className={styles.choices}>
        <SelectField
          label={words.signature}
          hint={signing.kind === 'kept' ? words.keptNote : words.againNote}
          options={options}
          value={signing.kind === 'stored' ? signing.fingerprint : signing.kind}
          onChange={(value) => set('signing', signingOf(value))}
        />
        {startFrom}
      </div>
      {signing.kind === 'typed' && (
        <SecretField
          label={words.secret}
          hint={words.secretHint}
          stored={{ set: false, fingerprint: null }}
          value={signing.secret}
          onChange={(secret) => set('signing', { kind: 'typed', secret: secret ?? '' })}
        />
      )}
      {doubtsOf(draft, source).map((doubt) => (
        <ErrorNote
          key={doubt}
          look="warn"
          next={
            doubt === 'willNotFit' && (
              <Button onClick={() => set('signing', { kind: 'current' })}>{words.signAgain}</Button>
            )
          }
        >
          {words[doubt]}
        </ErrorNote>
      ))}
    </div>
  )
}

/** @param value a kind, or the fingerprint of a stored secret */
function signingOf(value: string): Signing {
  if (value === 'kept' || value === 'current') return { kind: value }
  return value === 'typed' ? { kind: value, secret: '' } : { kind: 'stored', fingerprint: value }
}

type Part = 'body' | 'headers' | 'changes'

function RequestParts(props: WorkbenchProps) {
  const { draft, tried } = props
  const [part, setPart] = useState<Part>('body')
  const broken = draft.headers.findIndex((header) => headerProblem(header) !== null)
  return (
    <>
      {tried && broken !== -1 && part !== 'headers' && (
        <ErrorNote next={<Button onClick={() => setPart('headers')}>{words.headers}</Button>}>
          <HeaderSentence header={draft.headers[broken]} place={broken + 1} />
        </ErrorNote>
      )}
      <Tabs
        label={words.parts}
        of="request"
        tabs={[
          { id: 'body', label: words.body, note: draft.body === null ? null : words.typed },
          { id: 'headers', label: words.headers, note: draft.headers.length },
          { id: 'changes', label: words.changes },
        ]}
        current={part}
        onChange={setPart}
      >
        <div className={styles.part}>
          {part === 'body' && <BodyPart key={props.edition} {...props} />}
          {part === 'headers' && <HeadersPart {...props} />}
          {part === 'changes' && <ChangesPart {...props} />}
        </div>
      </Tabs>
    </>
  )
}

function HeaderSentence({ header, place }: { header: RequestDraft['headers'][number] | undefined; place: number }) {
  const problem = header === undefined ? null : headerProblem(header)
  return problem === null ? null : words.headerIs(place, words.headerProblems[problem])
}

interface ChangesPartProps {
  draft: RequestDraft
  source: RequestSource
  origin: Pick<RequestDraft, 'method' | 'headers'>
}

/** Differences between the request and the delivery: method, headers and body. The signature has its own place. */
function ChangesPart({ draft, source: { bytes }, origin }: ChangesPartProps) {
  const { method, headers, body } = draft
  const lines = useMemo(() => headerChanges(linesOf(origin.headers), linesOf(headers)), [origin.headers, headers])
  const difference = useMemo(
    () =>
      body === null || bytes === null ? null : compareBodies(bytes, new TextEncoder().encode(body.text())).difference,
    [body, bytes],
  )
  const isSame = method === origin.method && lines === null && difference === null
  if (isSame) return <p className={styles.note}>{words.noChanges}</p>
  return (
    <div className={styles.changes}>
      {method !== origin.method && <p>{words.methodChanged(origin.method, method)}</p>}
      {lines !== null && (
        <>
          <HeaderLines title={words.headersRemoved} lines={lines.gone} />
          <HeaderLines title={words.headersAdded} lines={lines.fresh} />
          {lines.gone.length + lines.fresh.length === 0 && <p>{words.headersReordered}</p>}
        </>
      )}
      {difference !== null && (
        <Stack gap={1}>
          <h3>{words.bodyChanged}</h3>
          <BodyDifferenceView difference={difference} words={words.sides} />
        </Stack>
      )}
    </div>
  )
}

function HeaderLines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <Stack gap={1}>
      <h3>{title}</h3>
      <ul className={`${styles.headerLines} mono`}>
        {lines.map((line, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- a line may come twice, and is its place
          <li key={place}>{visibleText(line)}</li>
        ))}
      </ul>
    </Stack>
  )
}

/** Header lines of one side only, each as often as it is there more; null when both have the same lines in the same order. */
export function headerChanges(
  before: readonly HeaderLine[],
  after: readonly HeaderLine[],
): { gone: string[]; fresh: string[] } | null {
  const [one, other] = [before, after].map((lines) => lines.map(([name, value]) => `${name}: ${value}`))
  if (one === undefined || other === undefined || one.join('\n') === other.join('\n')) return null
  return { gone: without(one, other), fresh: without(other, one) }
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const place = left.indexOf(line)
    if (place !== -1) left.splice(place, 1)
    return place === -1
  })
}

import { Document, isMap } from 'yaml'
import type { RecordNote } from '../../codes/recording.ts'
import { isLoopback } from '../../loopback.ts'
import type { CaseEnvironment } from '../../wireTypes.ts'
import { deliveryCount } from '../../words/counts.ts'
import { recordNoteSentence } from '../../words/sending/recording.ts'
import type { Scenario, ScenarioStep } from '../scenarioFormat.ts'
import {
  composedOf,
  durationText,
  expectationOf,
  forwardsOf,
  type ReadDelivery,
  readDelivery,
  type RecordedDelivery,
  respondOf,
  signOf,
  valueOf,
} from './recordSteps.ts'
import { escaped, type FoundText, recordedIds, type RecordedIds } from './recordedValues.ts'
import { jsonOf } from '../../basics/jsonOf.ts'

export interface RecordOptions {
  environment: CaseEnvironment
  /** Leaves out the times between deliveries. */
  fast: boolean
}

/** A scenario that does what deliveries did. */
export interface Recording {
  text: string
  /** Differences from the deliveries; a null id stands for all of them. */
  notes: { deliveryId: string | null; note: RecordNote }[]
}

/** Maximum deliveries of a recording: each has up to four steps. */
export const maxRecorded = 120
/** Shorter times between deliveries are left out, longer ones are cut, ms. */
const minWaitMs = 1000
const maxWaitMs = 30_000

/** A step with the comment above it. */
interface CommentedStep {
  step: ScenarioStep
  comment: string[]
}

/**
 * Writes deliveries of one environment, the oldest first, as a scenario that sends them again: with new ids, times and
 * signatures, and what was answered as what is expected. Pure.
 */
export function recordScenario(recorded: readonly RecordedDelivery[], options: RecordOptions): Recording {
  const { environment, fast } = options
  const reads = recorded.map((each) => readDelivery(each, environment))
  const general: RecordNote[] = []
  const target = targetOf(reads, general)
  const ids = recordedIds(reads.flatMap(textsIn), {
    events: new Set(reads.flatMap(({ file }) => file.delivery.notificationId ?? [])),
    objects: new Set(reads.flatMap(({ file }) => file.delivery.resourceId ?? [])),
  })
  if (environment.signatureScheme === 'own')
    general.push({ code: 'own-scheme', fields: { environment: environment.name } })
  const known = new Map<string, { id: string; read: ReadDelivery; isNamed: boolean; place: number }>()
  const steps: CommentedStep[] = []
  const changes: Recording['notes'] = []
  let hasRotated = false
  for (const [at, read] of reads.entries()) {
    const { delivery } = read.file
    const before = reads[at - 1]
    const gap = before === undefined ? 0 : receivedAt(read) - receivedAt(before)
    const add = (step: ScenarioStep, comment: string[] = []) => steps.push({ step, comment })
    if (!fast && gap >= minWaitMs) add({ wait: durationText(Math.min(gap, maxWaitMs)) })
    add({ say: titleOf(read) })
    if (delivery.verdict === 'valid-previous' && !hasRotated) {
      hasRotated = true
      const note: RecordNote = { code: 'secret-changed', fields: {} }
      changes.push({ deliveryId: delivery.id, note })
      add({ rotate: null }, [recordNoteSentence(note)])
    }
    const respond = respondOf(read, fast)
    if (respond !== null) add(respond)
    const from = [...known.values()].find((one) => repeats(read, one.read)) ?? null
    const forged = from === null ? forgedFrom(read, known, ids) : null
    const source = from ?? forged?.source ?? null
    const sign = source === null ? signOf(read, environment) : undefined
    const expect = expectationOf(read, target, sign)
    const comment = read.notes.map(recordNoteSentence)
    if (source !== null) {
      const named = steps[source.place]
      if (named !== undefined && !source.isNamed) named.step = { ...named.step, id: source.id }
      source.isNamed = true
    }
    if (source === null) {
      known.set(delivery.id, { id: `delivery${at + 1}`, read, isNamed: false, place: steps.length })
      add({ send: composedOf(read, ids), ...(sign === undefined ? {} : { sign }) }, comment)
    } else if (forged !== null) add({ resend: source.id, with: forged.with }, comment)
    else {
      const isSame = read.file.delivery.signature.received === source.read.file.delivery.signature.received
      add({ resend: source.id, ...(isSame ? {} : { sign: { at: 'now' } }) }, comment)
    }
    if (expect !== null) add({ expect })
  }
  const notes = [
    ...general.map((note) => ({ deliveryId: null, note })),
    ...changes,
    ...reads.flatMap(({ file, notes: own }) => own.map((note) => ({ deliveryId: file.delivery.id, note }))),
  ]
  const head: Omit<Scenario, 'steps'> = {
    name: `${deliveryCount(reads.length)} of ${environment.name}`.slice(0, 200),
    environment: environmentOf(environment),
    ...(target === null ? {} : { target }),
    ...(Object.keys(ids.vars).length === 0 ? {} : { vars: ids.vars }),
  }
  return { text: textOf(head, steps, general, fast), notes }
}

function receivedAt({ file }: ReadDelivery): number {
  return Date.parse(file.delivery.receivedAt)
}

function environmentOf({ kind, name, signatureScheme }: CaseEnvironment): NonNullable<Scenario['environment']> {
  if (kind === 'sandbox') return 'sandbox'
  return signatureScheme === 'own' ? { name } : { sender: signatureScheme }
}

function titleOf({ file: { delivery }, method, path }: ReadDelivery): string {
  const { eventType, resourceType, action, handshakeLabel, verdict } = delivery
  const event = eventType ?? ([resourceType, action].filter((part) => part !== null).join(' ') || null)
  const title = event ?? handshakeLabel ?? `${method} ${path === '' ? '/' : path}`
  const how = delivery.duplicate ? 'again' : verdict === 'invalid' ? 'with a wrong signature' : undefined
  return `${escaped(title.slice(0, 200))}${how === undefined ? '' : `, ${how}`}`
}

/** The app that got most of the deliveries, where it is on this machine. */
function targetOf(reads: readonly ReadDelivery[], notes: RecordNote[]): string | null {
  const counts = new Map<string, number>()
  for (const read of reads)
    for (const target of new Set(forwardsOf(read).map((forward) => forward.target)))
      counts.set(target, (counts.get(target) ?? 0) + 1)
  const [first, ...others] = [...counts].toSorted(([, a], [, b]) => b - a).map(([target]) => target)
  if (first === undefined) return null
  const host = URL.parse(first)?.hostname ?? ''
  if (!isLoopback(host)) {
    notes.push({ code: 'target-elsewhere', fields: { host } })
    return null
  }
  if (others.length > 0) notes.push({ code: 'other-targets', fields: { targets: others.slice(0, 5) } })
  return first
}

/** All texts of a delivery with the names of their fields. */
function textsIn({ headers, json, text, path, file }: ReadDelivery, of: number): FoundText[] {
  const found: FoundText[] = headers.map(([field, value]) => ({ field, text: value, of }))
  const walk = (value: unknown, field: string): void => {
    if (typeof value === 'string') found.push({ text: value, field, of })
    else if (Array.isArray(value)) for (const item of value) walk(item, field)
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value))
        walk(item, /^(?:id|uuid)$/i.test(name) && field !== '' ? `${field}_${name}` : name)
  }
  walk(json ?? jsonOf(text ?? ''), '')
  for (const part of path.split(/[/?&=]/)) found.push({ text: part, field: '', of })
  const id = file.delivery.notificationId
  if (json === undefined && id !== null && text?.includes(id) === true) found.push({ text: id, field: 'id', of })
  return found
}

function textOf(
  head: Omit<Scenario, 'steps'>,
  steps: readonly CommentedStep[],
  general: readonly RecordNote[],
  fast: boolean,
): string {
  const document = new Document({ ...head, steps: steps.map(({ step }) => step) }, { schema: 'core', version: '1.2' })
  document.commentBefore = [
    'Recorded by Hookscope. It sends these deliveries again, with new ids, times and signatures.',
    'JSON is written as YAML: the values are the same, the bytes may not be. Headers of proxies and of tracing are left out.',
    ...(fast
      ? []
      : [`Times between deliveries are cut to ${maxWaitMs / 1000} s. \`hookscope run --fast\` leaves them out.`]),
    ...general.map(recordNoteSentence),
  ]
    .map((line) => ` ${oneLine(line)}`)
    .join('\n')
  flowSmall(document.contents, ['environment'])
  const list = document.get('steps') as { items: unknown[] }
  for (const [at, node] of list.items.entries()) {
    if (!isMap(node)) continue
    const { step = {}, comment = [] } = steps[at] ?? {}
    const follows = steps[at - 1]?.step ?? { wait: '' }
    if (('say' in step || 'wait' in step) && !('wait' in follows)) node.spaceBefore = true
    if (comment.length > 0) node.commentBefore = comment.map((line) => ` ${oneLine(line)}`).join('\n')
    flowSmall(node, ['expect', 'sign', 'respond'])
  }
  return document.toString({ lineWidth: 0, singleQuote: true })
}

/** Writes short parts on one line, as in the bundled files. */
function flowSmall(node: unknown, names: readonly string[]): void {
  if (!isMap(node)) return
  for (const name of names) {
    const part = node.get(name)
    if (isMap(part)) part.flow = true
  }
}

/** A comment ends with its line. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

/** Whether a delivery is an earlier one that was sent once more. Pure. */
function repeats(read: ReadDelivery, earlier: ReadDelivery): boolean {
  const [own, other] = [read.file, earlier.file]
  return (
    own.delivery.verdict === 'valid' &&
    other.delivery.verdict === 'valid' &&
    own.delivery.notificationId !== null &&
    own.delivery.notificationId === other.delivery.notificationId &&
    own.body.base64 === other.body.base64 &&
    read.method === earlier.method &&
    read.path === earlier.path &&
    JSON.stringify(read.headers) === JSON.stringify(earlier.headers)
  )
}

interface Known {
  id: string
  read: ReadDelivery
}

/**
 * The delivery whose signature was put on another body, where that is proven, with the values that were changed. Null where
 * a step cannot say it: bodies of different fields. Pure.
 */
function forgedFrom<Source extends Known>(
  read: ReadDelivery,
  known: ReadonlyMap<string, Source>,
  ids: RecordedIds,
): { source: Source; with: Record<string, never> } | null {
  if (read.file.delivery.verdict !== 'invalid') return null
  for (const { why } of read.signature.explanation.findings) {
    if (why.code !== 'header-of-other-delivery') continue
    const source = known.get(why.fields.deliveryId)
    if (source === undefined || source.read.json === undefined || read.json === undefined) continue
    const changed = changedValues(source.read.json, read.json, '')
    if (changed === null || changed.length === 0) continue
    const values = changed.map(([pointer, value]) => [pointer, valueOf(value, read, ids)])
    return { source, with: Object.fromEntries(values) as Record<string, never> }
  }
  return null
}

/** JSON pointers with the values that differ; null where one of them has fields that the other has not. */
function changedValues(before: unknown, after: unknown, pointer: string): [string, unknown][] | null {
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return before === after ? [] : [[pointer, after]]
  const [names, others] = [Object.keys(before), Object.keys(after)]
  if (Array.isArray(before) !== Array.isArray(after) || names.join('\n') !== others.join('\n')) return null
  const found: [string, unknown][] = []
  for (const name of names) {
    const part = name.replaceAll('~', '~0').replaceAll('/', '~1')
    const inner = changedValues(
      (before as Record<string, unknown>)[name],
      (after as Record<string, unknown>)[name],
      `${pointer}/${part}`,
    )
    if (inner === null) return null
    found.push(...inner)
  }
  return found
}

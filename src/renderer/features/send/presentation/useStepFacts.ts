import type { Delivery, DemoScript, Environment, ObjectStory, ObjectItem } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useLoad } from '../../../data/state/calls.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { groupDigits } from '../../../../shared/words/counts.ts'
import { formatClock } from '../../../text/format.ts'
import { exhibitWords } from './stageWords.ts'

/** The data that a step shows, once it has happened. */
export interface StepFacts {
  /** Its deliveries in order of arrival; for the summary those of all steps. */
  deliveries: readonly Delivery[]
  story: ObjectStory | null
  /** For a forged delivery: why its seal does not hold, proofs first. */
  findings: Delivery['signature']['explanation']['findings']
  /** The delivery that its seal was taken from. */
  source: Delivery | null
  /** Of the rotation: the secrets of the sandbox as they are once the step has happened. */
  secrets: Environment['sharedSecrets']
}

const noFacts: StepFacts = { deliveries: [], story: null, findings: [], source: null, secrets: [] }

/** Loads what the exhibit of a step needs. Undefined while it is on its way. */
export function useStepFacts(script: DemoScript, step: DemoScript['steps'][number]): StepFacts | undefined {
  const client = useClient()
  const { object } = script
  const ids = step.id === 'summary' ? script.steps.flatMap(({ deliveryIds }) => deliveryIds) : step.deliveryIds
  const { data } = useLoad(`${step.id} ${step.state} ${ids.join()}`, async (signal): Promise<StepFacts> => {
    if (step.state !== 'done') return noFacts
    const options = { signal }
    const [last] = ids.slice(-1)
    const [deliveries, story, explanation, environments] = await Promise.all([
      Promise.all(ids.map(async (id) => client.deliveries.get({ id, explain: 'false' }, options))),
      object === null ? null : client.objects.get({ ...object, environment: 'sandbox' }, options),
      step.id !== 'tampered' || last === undefined ? null : client.deliveries.explain({ id: last }, options),
      step.id === 'rotation' ? client.environments.list(undefined, options) : [],
    ])
    const findings = explanation?.findings ?? []
    const source = sourceIn(findings)
    return {
      deliveries,
      story,
      findings,
      source: source === null ? null : await client.deliveries.get({ id: source, explain: 'false' }, options),
      secrets: environments.find(({ kind }) => kind === 'sandbox')?.sharedSecrets ?? [],
    }
  })
  return data
}

/** The delivery that a proof names. */
function sourceIn(findings: StepFacts['findings']): string | null {
  for (const { why } of findings) {
    if (why.code === 'header-of-other-delivery' || why.code === 'header-went-to-other-delivery') {
      return why.fields.deliveryId
    }
  }
  return null
}

interface ObjectFact {
  name: string
  value: string
}

/** The fields of a snapshot that a room understands, in their order. Pure. */
export function objectFacts(snapshot: string): ObjectFact[] {
  const object = parsed(snapshot)
  return Object.entries(exhibitWords.fields).flatMap(([path, name]) => {
    const value = path.split('.').reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), object)
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const text = visibleText(String(value))
    return [{ name, value: path === 'amount' ? amountText(text) : text }]
  })
}

/** "31984.27" as a room reads it: "31,984.27". Other texts stay unchanged. */
function amountText(text: string): string {
  const [, digits, rest = ''] = /^(\d+)(\.\d+)?$/.exec(text) ?? []
  return digits === undefined ? text : `${groupDigits(Number(digits))}${rest}`
}

/** One place that changed, readable: the JSON text of a word without its quotes. Null where there was nothing. */
export interface Change {
  path: string
  before: string | null
  after: string | null
}

/** The changes in a snapshot, without the times that change with every update. Pure. */
export function changesOf({ difference }: Pick<ObjectItem, 'difference'>): Change[] {
  return (difference ?? [])
    .filter(({ path }) => !/updatedAt(?:Utc)?$/i.test(path))
    .map(({ path, before, after }) => ({
      path: nameOf(path),
      before: plain(before),
      after: plain(after),
    }))
}

/** The name of a place, in words for the audience where there is one. */
function nameOf(path: string): string {
  const bare = path.replace(/^[/.]/, '')
  return exhibitWords.fields[bare.replaceAll('/', '.')] ?? visibleText(bare)
}

/** A value for the eye: words without quotes, points in time as the clock showed them. */
function plain(json: string | null): string | null {
  if (json === null) return null
  if (json === 'null') return exhibitWords.empty
  const value = parsed(json)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value)) return formatClock(value)
  return visibleText(typeof value === 'string' ? value : json)
}

/** The snapshots of a story, oldest first. */
export function snapshotsIn(items: readonly ObjectItem[]): ObjectItem[] {
  return items.filter(({ kind }) => kind === 'snapshot').toReversed()
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

import type { Delivery, ObjectStory } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useLoad } from '../../../data/state/calls.ts'
import { snapshotsIn } from './objectFacts.ts'

/** The data that a picture shows once its steps have happened. */
export interface SceneFacts {
  /** In order of arrival. */
  deliveries: readonly Delivery[]
  /** The history of the last delivery's object; null where none is known. */
  story: ObjectStory | null
  /** Why the seal of a forged delivery does not hold, proofs first. */
  findings: Delivery['signature']['explanation']['findings']
  /** The delivery that its seal was taken from. */
  source: Delivery | null
}

const noFacts: SceneFacts = { deliveries: [], story: null, findings: [], source: null }
/** The newest deliveries of a picture that are looked at. */
const maxDeliveries = 6

/** Loads what the exhibit of a picture needs. Undefined while it is loaded. */
export function useSceneFacts(deliveryIds: readonly string[], isDone: boolean): SceneFacts | undefined {
  const client = useClient()
  const ids = isDone ? [...new Set(deliveryIds)].slice(-maxDeliveries) : []
  const { data } = useLoad(`scene-facts:${ids.join()}`, async (signal): Promise<SceneFacts> => {
    const options = { signal }
    const deliveries = await Promise.all(
      ids.map(async (id) => client.deliveries.get({ id, explain: 'false' }, options)),
    )
    const last = deliveries.at(-1)
    if (last === undefined) return noFacts
    const { resourceType, resourceId, environmentId } = last
    const [story, explanation] = await Promise.all([
      resourceType === null || resourceId === null
        ? null
        : // Not every sender has objects that can be fetched.
          client.objects.get({ resourceType, resourceId, environment: environmentId }, options).catch(() => null),
      last.verdict === 'invalid' ? client.deliveries.explain({ id: last.id }, options) : null,
    ])
    const findings = explanation?.findings ?? []
    const source = sourceIn(findings)
    return {
      deliveries,
      story,
      findings,
      source: source === null ? null : await client.deliveries.get({ id: source, explain: 'false' }, options),
    }
  })
  return data
}

/** The delivery that a proof names. */
function sourceIn(findings: SceneFacts['findings']): string | null {
  for (const { why } of findings) {
    if (why.code === 'header-of-other-delivery' || why.code === 'header-went-to-other-delivery') {
      return why.fields.deliveryId
    }
  }
  return null
}

export type ExhibitKind = 'object' | 'change' | 'story' | 'proof' | 'retry' | 'secrets'

/** The one thing to remember of a picture, by what happened in it; null where that is only its steps. Pure. */
export function exhibitOf({ deliveries, story, findings }: SceneFacts): ExhibitKind | null {
  const last = deliveries.at(-1)
  if (last === undefined) return null
  if (last.verdict === 'invalid') return findings.some(({ kind }) => kind === 'proof') ? 'proof' : null
  if (last.verdict === 'valid-previous') return 'secrets'
  // That an answer was lost is known only where Hookscope itself broke the connection.
  if (last.duplicate && deliveries.length === 2 && deliveries[0]?.answer?.reset != null) return 'retry'
  const place = snapshotsIn(story?.items ?? []).findIndex(({ deliveryId }) => deliveryId === last.id)
  if (place < 0) return null
  if (place > 1) return 'story'
  return place === 0 ? 'object' : 'change'
}

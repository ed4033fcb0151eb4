import type { Delivery, DemoScript, Environment, ObjectStory } from '../../../shared/wireTypes.ts'
import { useClient } from '../../data/state/useApp.ts'
import { useLoad } from '../../data/state/useLoad.ts'

/** What a step shows, once it has happened. */
export interface StepFacts {
  /** Its deliveries in order of arrival; for the summary those of all steps. */
  deliveries: readonly Delivery[]
  story: ObjectStory | null
  /** Of a forged delivery: why its seal does not hold, proofs first. */
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

import type { DeliverySource } from '../../engine/actions/deliverySource.ts'
import { deliveryDetail } from '../../engine/actions/deliveryDetail.ts'
import { explainDelivery } from '../../engine/actions/explainDelivery.ts'
import { storyOfObject } from '../../engine/actions/storyOfObject.ts'
import { caseOf } from '../../engine/cases/caseReader.ts'
import { caseSource } from '../../engine/cases/caseSource.ts'
import { unknownDelivery } from '../../engine/failures/expectedFailure.ts'
import { attemptView } from '../../engine/store/write/attemptView.ts'
import { asksForDrift, driftPending, readFilter } from '../reading/readFilter.ts'
import type { Implementer, RouterParts } from './routerParts.ts'

/** Returns where a delivery or an environment is read. @param caseId where the caller names the case instead */
export type SourceOf = (id: string, caseId?: string) => DeliverySource

/** The one place that tells one's own deliveries from those of opened files. */
export function deliverySources({ engine, cases: { shelf } }: Pick<RouterParts, 'engine' | 'cases'>): SourceOf {
  const own: DeliverySource = {
    store: engine.store,
    async detail(id, explain, signal) {
      const delivery = await deliveryDetail(engine, id, explain, signal)
      // The object on screen is fetched first. A failure of the store shows at the next query.
      void engine.followUps.prefer(delivery).catch(() => undefined)
      return delivery
    },
    explain: (asked, signal) => explainDelivery(engine, asked, signal),
    story: (object) => storyOfObject(engine.store, object),
  }
  return (id, caseId = caseOf(id) ?? undefined) =>
    caseId === undefined ? own : caseSource({ ...engine, shelf }, caseId)
}

/** The calls that read deliveries. @param catchUp compares deliveries with their shape, and returns how many are pending */
export function readRoutes(os: Implementer, sourceOf: SourceOf, catchUp: () => Promise<number>) {
  return {
    list: os.deliveries.list.handler(async ({ input: { filter: text, case: caseId, ...query } }) => {
      const { filter, remarks } = readFilter(text)
      const pending = caseId === undefined && asksForDrift(filter) ? await catchUp() : 0
      const page = await sourceOf('', caseId).store.list({ ...query, filter })
      const said = [...remarks, ...(pending === 0 ? [] : [driftPending(pending)])]
      return { ...page, ...(said.length === 0 ? {} : { remarks: said }) }
    }),
    fields: os.deliveries.fields.handler(async ({ input: { environment, case: caseId } }) =>
      sourceOf('', caseId).store.seenFields(environment),
    ),
    get: os.deliveries.get.handler(async ({ input: { id, explain }, signal }) =>
      sourceOf(id).detail(id, explain === 'true', signal),
    ),
    explain: os.deliveries.explain.handler(async ({ input, signal }) => sourceOf(input.id).explain(input, signal)),
    body: os.deliveries.body.handler(async ({ input: { id, start, end } }) => {
      const bytes = await sourceOf(id).store.body(id, start, end)
      if (bytes === null) throw unknownDelivery(id)
      return new File([bytes], `delivery-${id}.bin`, { type: 'application/octet-stream' })
    }),
    attempts: os.deliveries.attempts.handler(async ({ input: { id } }) => {
      const { store } = sourceOf(id)
      if ((await store.summary(id)) === null) throw unknownDelivery(id)
      return (await store.attempts(id)).map(attemptView)
    }),
  }
}

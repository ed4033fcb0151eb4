import { deliveryDetail } from '../engine/actions/deliveryDetail.ts'
import { explainDelivery } from '../engine/actions/explainDelivery.ts'
import { type NamedObject, storyOfObject } from '../engine/actions/storyOfObject.ts'
import { listForeign, splitForeignId } from '../engine/cases/caseShelf.ts'
import { explainForeign, foreignDetail } from '../engine/cases/foreignDelivery.ts'
import { foreignStory, splitForeignEnvironment } from '../engine/cases/foreignStory.ts'
import { noDelivery } from '../engine/failures/expectedFailure.ts'
import { attemptView } from '../engine/store/write/attemptView.ts'
import type { Store } from '../engine/store/store.ts'
import type { ObjectStory } from '../shared/wireTypes.ts'
import { readFilter } from './readFilter.ts'
import type { Implementer, RouterParts } from './routerParts.ts'

/** The calls that read deliveries: one's own, and those of opened files, which their ids tell apart. */
export function readRoutes(os: Implementer, { engine, cases }: RouterParts) {
  const { environments, store } = engine
  const foreign = { shelf: cases.shelf, environments, explainer: engine.explainer }
  return {
    list: os.deliveries.list.handler(async ({ input: { filter: text, case: caseId, ...query } }) => {
      const { filter, remarks } = readFilter(text)
      const asked = { ...query, filter }
      const page = caseId === undefined ? await store.list(asked) : await listForeign(cases.shelf, caseId, asked)
      return { ...page, ...(remarks.length === 0 ? {} : { remarks }) }
    }),
    get: os.deliveries.get.handler(async ({ input, signal }) => {
      const explain = input.explain === 'true'
      if (splitForeignId(input.id) !== null) return foreignDetail(foreign, input.id, explain, signal)
      const delivery = await deliveryDetail(engine, input.id, explain, signal)
      // What somebody looks at is fetched first; a failure of the store shows at the next query.
      void engine.followUps.prefer(delivery).catch(() => undefined)
      return delivery
    }),
    explain: os.deliveries.explain.handler(async ({ input, signal }) =>
      splitForeignId(input.id) === null
        ? explainDelivery(engine, input, signal)
        : explainForeign(foreign, input, signal),
    ),
    body: os.deliveries.body.handler(async ({ input: { id, start, end } }) => {
      const place = splitForeignId(id)
      if (place === null) return bodyFile(engine, id, start, end)
      return cases.shelf.use(place.caseId, async (open) => bodyFile(open, place.id, start, end))
    }),
    attempts: os.deliveries.attempts.handler(async ({ input }) => {
      if (splitForeignId(input.id) !== null) return (await foreignDetail(foreign, input.id, false)).attempts
      if ((await store.summary(input.id)) === null) throw noDelivery(input.id)
      return (await store.attempts(input.id)).map(attemptView)
    }),
  }
}

/** The story of an object of one's own, or of an opened file, which the id of its environment tells apart. */
export async function storyOf({ engine, cases }: RouterParts, object: NamedObject): Promise<ObjectStory> {
  const place = splitForeignEnvironment(object.environmentId)
  if (place === null) return storyOfObject(engine.store, object)
  return foreignStory(cases.shelf, place.caseId, { ...object, environmentId: place.id })
}

async function bodyFile(
  { store }: { store: Pick<Store, 'body'> },
  id: string,
  start?: number,
  end?: number,
): Promise<File> {
  const bytes = await store.body(id, start, end)
  if (bytes === null) throw noDelivery(id)
  return new File([bytes], `delivery-${id}.bin`, { type: 'application/octet-stream' })
}

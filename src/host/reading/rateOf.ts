import type { z } from 'zod'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import type { Store } from '../../engine/store/store.ts'
import type { rateQuerySchema } from '../../shared/schemas/rateSchemas.ts'
import { needsContent } from '../../shared/filter/deliveryFilter.ts'
import { formatTerm } from '../../shared/filter/formatDeliveryFilter.ts'
import type { Rate } from '../../shared/wireTypes.ts'
import { unknownKeyReason } from '../../shared/filter/unknownFilterKey.ts'
import { readFilter } from './readFilter.ts'

/** Returns how many deliveries arrived when. Throws ExpectedFailure where the filter cannot be counted. */
export async function rateOf(store: Store, query: z.output<typeof rateQuerySchema>): Promise<Rate> {
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)]
  const stepMs = (to - from) / query.buckets
  const { filter, remarks } = readFilter(query.filter)
  const [unknownKey] = remarks
  if (unknownKey !== undefined)
    throw new ExpectedFailure({
      code: 'filter-unreadable',
      fields: { problem: unknownKeyReason(unknownKey.fields.key) },
    })
  const word = filter?.terms.find(needsContent)
  if (word !== undefined) {
    throw new ExpectedFailure({ code: 'filter-words-not-counted', fields: { word: formatTerm(word) } })
  }
  const { buckets, upTo } = await store.rate({ ...query, from, to, filter })
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    stepMs,
    buckets: buckets.map((byVerdict, place) => ({
      at: new Date(from + stepMs * place).toISOString(),
      total: Object.values(byVerdict).reduce((sum, count) => sum + count, 0),
      byVerdict,
    })),
    upTo,
    behind: store.unindexed(),
  }
}

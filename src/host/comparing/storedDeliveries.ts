import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import type { Store } from '../../engine/store/store.ts'
import type { DeliverySummary } from '../../shared/model.ts'
import { readExactFilter } from '../reading/readFilter.ts'

const pageSize = 500

/** The newest deliveries of an environment that match, in order of arrival. Throws ExpectedFailure where there are none. */
export async function storedDeliveries(
  store: Pick<Store, 'list'>,
  { filter: text, environment, max }: { filter: string; environment: string; max: number },
): Promise<DeliverySummary[]> {
  const filter = readExactFilter(text)
  const found: DeliverySummary[] = []
  for (let before: string | null | undefined; before !== null && found.length < max;) {
    const limit = Math.min(pageSize, max - found.length)
    const page: Awaited<ReturnType<Store['list']>> = await store.list({
      limit,
      filter,
      environment,
      ...(before === undefined ? {} : { before }),
    })
    found.push(...page.items)
    before = page.next
  }
  if (found.length === 0) throw new ExpectedFailure({ code: 'nothing-to-send', fields: {} })
  return found.toReversed()
}

import type { Store } from '../../engine/store/store.ts'
import { checkReportSchema } from '../../shared/schemas/sending/checkSchemas.ts'
import type { CheckReport } from '../../shared/wireTypes.ts'

/** The newest runs are kept; the newest few of them with their requests and answers. */
const maxRuns = 20
const maxDetailed = 4

/** Documents of graded handlers in the store, one for each run. */
const collection = 'checks'

/** Graded handlers, kept in the store, the newest first. */
export interface CheckHistory {
  runs(): readonly CheckReport[]
  /** Adds a run at once; resolves when it is stored. If the store refuses, it is kept only until the process ends. */
  add(report: CheckReport): Promise<void>
}

export async function openCheckHistory(
  store: Pick<Store, 'documents' | 'putDocument' | 'removeDocument'>,
  warn: (message: string) => void,
): Promise<CheckHistory> {
  const kept = await store.documents<unknown>(collection)
  let runs: readonly CheckReport[] = kept.toReversed().flatMap(({ document }) => {
    const { success, data } = checkReportSchema.safeParse(document)
    return success ? [data] : []
  })
  return {
    runs: () => runs,
    add: async (report) => {
      const shortened = runs[maxDetailed - 1]
      const surplus = runs.slice(maxRuns - 1)
      runs = [report, ...runs].slice(0, maxRuns).map((run) => (run === shortened ? withoutExchanges(run) : run))
      try {
        await Promise.all([
          store.putDocument(collection, report.check, report),
          shortened && store.putDocument(collection, shortened.check, withoutExchanges(shortened)),
          ...surplus.map(async ({ check }) => store.removeDocument(collection, check)),
        ])
      } catch (error) {
        warn(`A check could not be kept: ${String(error)}`)
      }
    },
  }
}

/** Older runs keep their findings, and not the bytes. */
function withoutExchanges(run: CheckReport): CheckReport {
  return { ...run, results: run.results.map((result) => ({ ...result, exchanges: [], curl: null })) }
}

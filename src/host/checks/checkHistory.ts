import { join } from 'node:path'
import { z } from 'zod'
import { checkReportSchema } from '../../shared/schemas/checkSchemas.ts'
import type { CheckReport } from '../../shared/wireTypes.ts'
import { readJsonFile, writeJsonFile } from '../files/jsonFile.ts'

/** So many runs are kept; of the newest few of them the requests and answers, too. */
const mostRuns = 20
const mostDetailed = 4

const keptSchema = z.object({ runs: z.array(checkReportSchema).max(mostRuns) })

/** Graded handlers, kept in the data folder, the newest first. */
export interface CheckHistory {
  runs(): readonly CheckReport[]
  add(report: CheckReport): void
}

export function openCheckHistory(dataFolder: string, warn: (message: string) => void): CheckHistory {
  const path = join(dataFolder, 'checks.json')
  const read = keptSchema.safeParse(readJsonFile(path))
  let runs: readonly CheckReport[] = read.success ? read.data.runs : []
  return {
    runs: () => runs,
    add: (report) => {
      runs = withRun(runs, report)
      try {
        writeJsonFile(path, { runs })
      } catch (error) {
        warn(`A check could not be kept: ${String(error)}`)
      }
    },
  }
}

/** Older runs keep their findings, and not the bytes. Pure. */
export function withRun(runs: readonly CheckReport[], report: CheckReport): CheckReport[] {
  return [report, ...runs]
    .slice(0, mostRuns)
    .map((run, place) =>
      place < mostDetailed
        ? run
        : { ...run, results: run.results.map((result) => ({ ...result, exchanges: [], curl: null })) },
    )
}

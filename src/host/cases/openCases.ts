import { openCaseShelf } from '../../engine/cases/caseShelf.ts'
import { startRedactor } from '../../engine/cases/startRedactor.ts'
import type { Engine } from '../../engine/startEngine.ts'
import { openCaseRuns } from './caseRuns.ts'
import { recordDeliveries, type WantedRecording } from './recordDeliveries.ts'
import type { HostOptions } from '../shells/types.ts'

/** Opened case files, and the export of deliveries. */
export async function openCases(
  engine: Engine,
  { dataFolder, version, explainingMs, previewEveryMs }: HostOptions,
  log: NonNullable<HostOptions['log']>,
) {
  const { environments, events, publicAccess, receiver } = engine
  const shelf = await openCaseShelf({ dataFolder, environments, now: Date.now, log })
  const redactor = startRedactor()
  const tools = {
    ...engine,
    shelf,
    redactor,
    version,
    explainingMs,
    previewEveryMs,
    publicOrigin: () => publicAccess.origin(),
    origin: () => receiver.origin,
  }
  const runs = openCaseRuns(tools, Date.now)
  const unsubscribe = shelf.onChange(() => events.publish([{ type: 'case-files', caseFiles: shelf.list().length }]))
  return {
    shelf,
    runs,
    record: async (wanted: WantedRecording) => recordDeliveries(tools, wanted),
    stop: async () => {
      unsubscribe()
      // First, because a run ends only once its delivery is redacted.
      await redactor.stop()
      await runs.stop()
      await shelf.stop()
    },
  }
}

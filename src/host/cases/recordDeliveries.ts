import { openExportSource } from '../../engine/cases/exportSource.ts'
import { ExpectedFailure, noEnvironment } from '../../engine/failures/expectedFailure.ts'
import { personalDetectors } from '../../shared/codes/redactions.ts'
import type { RedactionRules } from '../../shared/redaction/rules.ts'
import { maxRecorded, recordScenario } from '../../shared/scenarios/record/recordScenario.ts'
import type { RecordedDelivery } from '../../shared/scenarios/record/recordSteps.ts'
import { scenarioLimits } from '../../shared/scenarios/scenarioFormat.ts'
import type { CaseEnvironment, CaseSelection, DeliveryFile, ScenarioRecording } from '../../shared/wireTypes.ts'
import { recordNoteSentence } from '../../shared/words/sending/recording.ts'
import { readExactFilter } from '../reading/readFilter.ts'
import type { RunTools } from './caseRuns.ts'

/** Deliveries to record, with what is by default. */
export interface WantedRecording {
  selection: CaseSelection
  fast: boolean
}

/** A scenario is kept in a repository, so all that looks personal stays out. */
const rules: RedactionRules = {
  personal: [...personalDetectors],
  pointers: [],
  fingerprints: 'left-out',
  exactBodies: false,
}

/** Records deliveries, redacted as in a case file, as a scenario. Throws ExpectedFailure. */
export async function recordDeliveries(
  tools: RunTools,
  { selection, fast }: WantedRecording,
): Promise<ScenarioRecording> {
  const { filter, ...rest } = selection
  const source = await openExportSource(tools, { ...rest, filter: readExactFilter(filter) })
  if (source.total > maxRecorded)
    throw new ExpectedFailure({ code: 'record-too-many', fields: { found: source.total, max: maxRecorded } })
  const environments = new Map<string, CaseEnvironment>()
  const recorded: RecordedDelivery[] = []
  for await (const item of source.items({ from: 'oldest', explain: true })) {
    if (item === null) continue
    const { environment, handed } = item
    if (environment === null) throw noEnvironment(handed.delivery.environmentId)
    environments.set(environment.id, environment)
    const { signature } = handed.delivery
    const { text } = await tools.redactor.write(item, {
      as: 'json',
      rules,
      origin: tools.origin(),
      version: tools.version,
    })
    recorded.push({ file: JSON.parse(text) as DeliveryFile, signature })
  }
  const [environment, ...others] = environments.values()
  if (environment === undefined) throw new ExpectedFailure({ code: 'nothing-to-export', fields: {} })
  if (others.length > 0) {
    const names = [environment, ...others].map(({ name }) => name)
    throw new ExpectedFailure({ code: 'record-several-environments', fields: { names } })
  }
  const { text, notes } = recordScenario(recorded, { environment, fast })
  const bytes = Buffer.byteLength(text)
  if (bytes > scenarioLimits.bytes)
    throw new ExpectedFailure({ code: 'record-too-large', fields: { bytes, max: scenarioLimits.bytes } })
  return {
    text,
    name: fileNameOf(environment.name),
    deliveries: recorded.length,
    environment: { id: environment.id, name: environment.name },
    notes: notes.map(({ deliveryId, note }) => ({ deliveryId, why: note, message: recordNoteSentence(note) })),
  }
}

/** "Acme, test" -> recorded-acme-test. */
function fileNameOf(environment: string): string {
  const words = environment
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `recorded-${words === '' ? 'deliveries' : words.slice(0, 40)}`
}

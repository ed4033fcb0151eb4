import type { DoctorCheck, DoctorReport } from '../../shared/wireTypes.ts'
import type { DoctorFinding } from '../../shared/codes/doctor.ts'
import { doctorSentence } from '../../shared/words/doctor.ts'
import { checkData } from './checkData.ts'
import { checkSurroundings } from './checkSurroundings.ts'

export interface DoctorOptions {
  folder: string
  variables: Record<string, string | undefined>
  now: () => number
  /** What is known of the instance that runs on the folder; null where none does, or none can be asked. */
  running: { pid: number; shell: string } | null
}

/** A finding with how bad it is. */
export type Found = [area: DoctorCheck['area'], state: DoctorCheck['state'], finding: DoctorFinding]

/** Checks the installation. Changes nothing, and works on a folder on which nothing can start. */
export async function runDoctor(options: DoctorOptions): Promise<DoctorReport> {
  const found = [...(await checkData(options)), ...(await checkSurroundings(options))]
  return {
    folder: options.folder,
    at: new Date(options.now()).toISOString(),
    ok: found.every(([, state]) => state === 'ok' || state === 'skipped'),
    checks: found.map(([area, state, finding]) => ({ area, state, finding, sentence: doctorSentence(finding) })),
  }
}

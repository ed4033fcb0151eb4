import type { DoctorReport } from '../../shared/wireTypes.ts'
import { doctorSentence } from '../../shared/words/doctor.ts'
import { checkData } from './checkData.ts'
import { checkSurroundings } from './checkSurroundings.ts'
import type { DoctorOptions } from './found.ts'

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

import type { DoctorFinding } from '../../shared/codes/doctor.ts'
import type { DoctorCheck } from '../../shared/wireTypes.ts'

/** What the doctor knows before it looks. */
export interface DoctorOptions {
  folder: string
  variables: Record<string, string | undefined>
  now: () => number
  /** What is known of the instance that runs on the folder; null where none does, or none can be asked. */
  running: { pid: number; shell: string } | null
}

/** A finding with how bad it is. */
export type Found = [area: DoctorCheck['area'], state: DoctorCheck['state'], finding: DoctorFinding]

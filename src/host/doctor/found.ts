import type { DoctorFinding } from '../../shared/codes/doctor.ts'
import type { DoctorCheck } from '../../shared/wireTypes.ts'

/** Facts that the doctor gets from its caller. */
export interface DoctorOptions {
  folder: string
  variables: Record<string, string | undefined>
  now: () => number
  /** The facts about the instance that runs on the folder; null where none does, or none can be asked. */
  running: { pid: number; shell: string } | null
}

/** A finding with how bad it is. */
export type Found = [area: DoctorCheck['area'], state: DoctorCheck['state'], finding: DoctorFinding]

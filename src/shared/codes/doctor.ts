import { z } from 'zod'
import { type Coded, coded, noFields } from './coded.ts'

const folder = z.object({ folder: z.string() })
const detail = z.object({ detail: z.string() })
const name = z.object({ name: z.string() })
const bytes = z.number().int()

/** Findings of a check of the installation. */
const doctorCodes = {
  'folder-sound': folder.extend({ mode: z.string() }),
  'folder-unmakeable': z.object({ folder: z.string(), detail: z.string() }),
  'folder-absent': folder,
  /** `detail`: why nothing starts on it, with what to do. */
  'folder-unsafe': detail,
  /** Others on this machine can read it. */
  'folder-readable': folder.extend({ mode: z.string() }),
  'space-enough': z.object({ free: bytes }),
  'space-low': z.object({ free: bytes, needed: bytes }),
  'space-unknown': noFields,
  'database-sound': z.object({ bytes }),
  'database-absent': noFields,
  'database-emptied': noFields,
  'deliveries-damaged': detail,
  'database-newer': z.object({ schema: z.number().int() }),
  'database-earlier': z.object({}),
  'database-unreadable': detail,
  /** Free space is not given back in steps yet. */
  /** A database is laid ready to take the place of the present one. */
  'restore-planned': z.object({ from: z.string() }),
  'nothing-runs': noFields,
  'instance-runs': z.object({ pid: z.number().int(), shell: z.string() }),
  'folder-locked': detail,
  'loopback-listens': noFields,
  'loopback-refused': detail,
  'usual-port-free': z.object({ port: z.number().int() }),
  'usual-port-taken': z.object({ port: z.number().int() }),
  'key-in-keyring': noFields,
  'key-in-file': name,
  'key-not-made': noFields,
  'key-missing': noFields,
  'key-damaged': name,
  'key-file-open': name,
  'keyring-silent': noFields,
  'two-keys': noFields,
  'runtime-fits': z.object({ node: z.string(), sqlite: z.string() }),
  'runtime-old': z.object({ node: z.string(), needed: z.string() }),
  'display-there': noFields,
  'display-missing': noFields,
  'tunnel-program-found': name.extend({ path: z.string() }),
  'tunnel-program-missing': name,
  'tunnel-package-loads': name.extend({ provider: z.string() }),
  'tunnel-package-missing': name.extend({ provider: z.string() }),
  'proxy-none': noFields,
  'proxy-used': z.object({ proxy: z.string() }),
  'proxy-unreadable': z.object({ variable: z.string() }),
  'clock-plausible': noFields,
  'clock-behind': z.object({ now: z.string(), expected: z.string() }),
}

export type DoctorFinding = Coded<typeof doctorCodes>

export interface DoctorFindingSchema extends z.ZodType<DoctorFinding> {}
export const doctorFindingSchema: DoctorFindingSchema = coded(doctorCodes)

import { z } from 'zod'
import { type Coded, coded, noFields } from './coded.ts'

/** Remarks about environments that came from a file. */
const importCodes = {
  /** The name was taken. */
  renamed: z.object({ from: z.string(), to: z.string() }),
  /** The file has secrets; none was imported. */
  'secrets-left-out': noFields,
  /** A file has no secrets, so they are to be entered. */
  'secrets-to-enter': noFields,
  /** The file follows unverified deliveries in these environments; that stays off until the user switches it on. */
  'unverified-left-off': z.object({ names: z.array(z.string()) }),
}

export type ImportRemark = Coded<typeof importCodes>

export interface ImportRemarkSchema extends z.ZodType<ImportRemark> {}
export const importRemarkSchema: ImportRemarkSchema = coded(importCodes)

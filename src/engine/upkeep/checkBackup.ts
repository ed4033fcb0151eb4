import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { truthFile, truthVersion } from '../store/schema/truthSchema.ts'
import { hashFile } from './hashFile.ts'
import { databaseFacts, integrityProblem } from './inspectDatabase.ts'
import { z } from 'zod'

export const manifestFile = 'manifest.json'

/** The description of a backup; written last, so that a backup without it is incomplete. */
const manifestSchema = z.object({
  hookscope: z.literal('backup'),
  version: z.literal(1),
  createdAt: z.string(),
  appVersion: z.string(),
  sha256: z.string(),
  bytes: z.number().int(),
  schema: z.number().int(),
  storeId: z.string(),
  newestId: z.number().int(),
  counts: z.record(z.string(), z.number().int()),
  sample: z.array(z.object({ id: z.number().int(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifestSchema>

/** Null where there is none, or none that can be read. */
export function readManifest(folder: string): Manifest | null {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')))
  } catch {
    return null
  }
}

/** The result of a check of a backup. */
export type BackupCheck =
  | { ok: true; manifest: Manifest }
  | { ok: false; problem: 'not-there' | 'incomplete' | 'newer' | 'changed' | 'damaged' | 'differs'; detail: string }

/** Whether a backup is what it says: its hash, the structure of every page, counts, and the bytes of a sample of bodies. */
export async function checkBackup(folder: string): Promise<BackupCheck> {
  const file = join(folder, truthFile)
  const no = (problem: Exclude<BackupCheck, { ok: true }>['problem'], detail: string): BackupCheck => ({
    ok: false,
    problem,
    detail,
  })
  if (!existsSync(folder)) return no('not-there', folder)
  const manifest = readManifest(folder)
  if (manifest === null || !existsSync(file)) return no('incomplete', folder)
  if (manifest.schema !== truthVersion) return no('newer', manifest.appVersion)
  if ((await hashFile(file)) !== manifest.sha256) return no('changed', truthFile)
  try {
    const problem = integrityProblem(file)
    if (problem !== null) return no('damaged', problem)
    const { schema, storeId, newestId, counts, sample } = databaseFacts(file)
    const found = JSON.stringify([schema, storeId, newestId, counts, sample])
    const said = JSON.stringify([
      manifest.schema,
      manifest.storeId,
      manifest.newestId,
      manifest.counts,
      manifest.sample,
    ])
    return found === said ? { ok: true, manifest } : no('differs', truthFile)
  } catch (error) {
    return no('damaged', error instanceof Error ? error.message : String(error))
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The name of the list that `sha256sum --check` reads. */
export const checksumFile = 'SHA256SUMS'

/** Writes SHA256SUMS for the files directly in a folder, in the format of `sha256sum`; answers its lines. */
export async function writeChecksums(folder: string): Promise<string[]> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== checksumFile)
    .map((entry) => entry.name)
    .sort()
  const lines: string[] = []
  for (const name of names) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    lines.push(`${hash.digest('hex')}  ${name}`)
  }
  writeFileSync(join(folder, checksumFile), lines.map((line) => `${line}\n`).join(''))
  return lines
}

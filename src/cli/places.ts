import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The project's folder; the same two steps up from src/cli and from out/main. */
const root = join(import.meta.dirname, '../..')

/** The built page. */
export const pageFolder = join(root, 'out/renderer')

export function version(): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The project's folder; the same two steps up from src/cli and from out/main. */
const root = join(import.meta.dirname, '../..')

/** The built page. */
export const pageFolder = join(root, 'out/renderer')

/** How a person calls this program: in a checkout no program of this name is installed. */
export function programName(): string {
  return existsSync(join(root, 'src/cli')) ? 'npm run hookscope --' : 'hookscope'
}

export function version(): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
}

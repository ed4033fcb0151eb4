import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../host/files/projectFolder.ts'

const root = projectFolder(import.meta.dirname)

/** The built page. */
export const pageFolder = join(root, 'out/renderer')

/** How the user calls this program: in a checkout no program of this name is installed. */
export function programName(): string {
  return existsSync(join(root, 'src/cli')) ? 'npm run hookscope --' : 'hookscope'
}

export function version(): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
}

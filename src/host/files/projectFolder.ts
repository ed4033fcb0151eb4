import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder: the nearest one above with a package.json, of the sources and of a build alike. */
export function projectFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : projectFolder(dirname(folder))
}

import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

/** The absolute path of a program by its name on PATH, or of one given as a path; null when there is none. */
export async function findProgram(nameOrPath: string): Promise<string | null> {
  if (isAbsolute(nameOrPath)) return (await isProgram(nameOrPath)) ? nameOrPath : null
  const names = process.platform === 'win32' ? [`${nameOrPath}.exe`] : [nameOrPath]
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue
    for (const name of names) {
      const path = join(folder, name)
      if (await isProgram(path)) return path
    }
  }
  return null
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

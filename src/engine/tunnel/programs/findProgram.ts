import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { ownSurroundings, pathsOf, programFolders, type Surroundings } from './programFolders.ts'

/**
 * The absolute path of a program by its name on PATH or in a usual folder (see programFolders), or of one given as a path;
 * null when there is none. HOOKSCOPE_PROGRAM_PATH, written like PATH, names the only folders to look in.
 */
export async function findProgram(
  nameOrPath: string,
  surroundings: Surroundings = ownSurroundings(),
): Promise<string | null> {
  const { delimiter, isAbsolute, join } = pathsOf(surroundings)
  if (isAbsolute(nameOrPath)) return (await isProgram(nameOrPath)) ? nameOrPath : null
  const chosen = surroundings.variables['HOOKSCOPE_PROGRAM_PATH']
  const folders = chosen ? chosen.split(delimiter).filter(isAbsolute) : programFolders(surroundings)
  const name = surroundings.platform === 'win32' ? `${nameOrPath}.exe` : nameOrPath
  for (const folder of folders) {
    const path = join(folder, name)
    if (await isProgram(path)) return path
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

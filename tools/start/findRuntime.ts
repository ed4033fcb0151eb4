import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Electron's runtime: its program, and whether it is complete. */
export interface Runtime {
  program: string
  state: 'there' | 'missing' | 'elsewhere-missing'
}

/**
 * Looks for Electron's runtime in its package's folder, or in the folder that ELECTRON_OVERRIDE_DIST_PATH names. It counts
 * only when all is there that the package's installer leaves at its end: `path.txt` comes last, so an interrupted one
 * leaves none.
 */
export function findRuntime(electronFolder: string, variables: NodeJS.ProcessEnv, platform: NodeJS.Platform): Runtime {
  const name = programName(platform)
  const elsewhere = variables['ELECTRON_OVERRIDE_DIST_PATH']
  if (elsewhere !== undefined && elsewhere !== '') {
    const program = join(elsewhere, name)
    return { program, state: existsSync(program) ? 'there' : 'elsewhere-missing' }
  }
  const program = join(electronFolder, 'dist', name)
  const complete =
    read(join(electronFolder, 'path.txt')) === name &&
    read(join(electronFolder, 'dist/version'))?.replace(/^v/, '') === electronVersion(electronFolder) &&
    existsSync(program)
  return { program, state: complete ? 'there' : 'missing' }
}

/** The version of the installed package, which is the runtime's. */
export function electronVersion(electronFolder: string): string {
  return (JSON.parse(readFileSync(join(electronFolder, 'package.json'), 'utf8')) as { version: string }).version
}

function programName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return platform === 'win32' ? 'electron.exe' : 'electron'
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The program of Electron's runtime, or null where it is not installed. Electron's installer writes `path.txt` last, so an
 * interrupted installation leaves none.
 */
export function findRuntime(electronFolder: string, variables: NodeJS.ProcessEnv): string | null {
  const elsewhere = variables['ELECTRON_OVERRIDE_DIST_PATH']
  if (!elsewhere && !existsSync(join(electronFolder, 'path.txt'))) return null
  const names: Partial<Record<NodeJS.Platform, string>> = {
    darwin: 'Electron.app/Contents/MacOS/Electron',
    win32: 'electron.exe',
  }
  const program = join(elsewhere || join(electronFolder, 'dist'), names[process.platform] ?? 'electron')
  return existsSync(program) ? program : null
}

/** Why Electron's own runtime cannot show a window on this machine, or null when it can. */
export function missingRuntime(): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  if (findRuntime(folder, process.env) === null) return "Electron's runtime is not installed on this machine"
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  return process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY ? 'this machine has no display' : null
}

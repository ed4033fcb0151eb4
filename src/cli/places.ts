import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The project's folder; the same two steps up from src/cli and from out/main. */
const root = join(import.meta.dirname, '../..')

/** The built page. */
export const pageFolder = join(root, 'out/renderer')

export function version(): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
}

/** --data, else HOOKSCOPE_DATA, else the platform's folder for an app's data. */
export function dataFolder(option: string | undefined, variables: NodeJS.ProcessEnv): string {
  const chosen = option ?? variables['HOOKSCOPE_DATA']
  return chosen === undefined || chosen === '' ? join(platformFolder(variables), 'hookscope') : resolve(chosen)
}

function platformFolder(variables: NodeJS.ProcessEnv): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support')
  if (process.platform === 'win32') return variables['APPDATA'] ?? join(homedir(), 'AppData/Roaming')
  const data = variables['XDG_DATA_HOME']
  return data === undefined || data === '' ? join(homedir(), '.local/share') : data
}

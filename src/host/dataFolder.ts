import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Where all data lies, in every shell: --data, else HOOKSCOPE_DATA, else the platform's folder for an app's data.
 * An empty value counts as not set.
 */
export function dataFolder(option: string | undefined, variables: NodeJS.ProcessEnv): string {
  const chosen = option || variables['HOOKSCOPE_DATA']
  return chosen === undefined || chosen === '' ? join(platformFolder(variables), 'hookscope') : resolve(chosen)
}

function platformFolder(variables: NodeJS.ProcessEnv): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support')
  if (process.platform === 'win32') return variables['APPDATA'] ?? join(homedir(), 'AppData/Roaming')
  const data = variables['XDG_DATA_HOME']
  return data === undefined || data === '' ? join(homedir(), '.local/share') : data
}

import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

/** The facts that decide where programs are. */
export interface Surroundings {
  platform: NodeJS.Platform
  /** Of the process. On Windows their names may be spelled in any case, as Node's own are. */
  variables: Readonly<Record<string, string | undefined>>
  /** The person's home folder. */
  home: string
}

export function ownSurroundings(): Surroundings {
  return { platform: process.platform, variables: process.env, home: homedir() }
}

/**
 * The folders of programs: those on PATH, then where they are usually installed. An app that was started from Finder, a dock or
 * a menu has a short PATH, without what the person's shell adds to it. Pure.
 */
export function programFolders(surroundings: Surroundings): string[] {
  const { delimiter, isAbsolute } = pathsOf(surroundings)
  const onPath = (surroundings.variables['PATH'] ?? '').split(delimiter)
  return [...new Set([...onPath, ...usualFolders(surroundings)].filter((folder) => isAbsolute(folder)))]
}

/** The path functions of a platform, which may be another than this one. */
export function pathsOf({ platform }: Surroundings): typeof posix {
  return platform === 'win32' ? win32 : posix
}

function usualFolders(surroundings: Surroundings): string[] {
  const { home, platform } = surroundings
  if (platform === 'win32') return windowsFolders(surroundings)
  if (platform === 'darwin') {
    return ['/opt/homebrew/bin', '/usr/local/bin', '/opt/local/bin', ...ofTheUser(home), '/usr/bin', '/bin']
  }
  const linuxbrew = ['/home/linuxbrew/.linuxbrew/bin', posix.join(home, '.linuxbrew/bin')]
  return [
    '/usr/local/bin',
    '/usr/bin',
    '/bin',
    '/snap/bin',
    ...ofTheUser(home),
    ...linuxbrew,
    '/run/current-system/sw/bin',
  ]
}

function ofTheUser(home: string): string[] {
  return [posix.join(home, '.local/bin'), posix.join(home, '.nix-profile/bin')]
}

/**
 * Folders that only an administrator or the person can make. Below ProgramData everyone can make one, so what is there counts
 * only where its installer named it in a variable.
 */
function windowsFolders({ variables, home }: Surroundings): string[] {
  const under = (root: string | undefined, ...folders: string[]) =>
    root === undefined || root === '' ? [] : folders.map((folder) => win32.join(root, folder))
  return [
    ...under(variables['SystemRoot'], 'System32', 'System32\\OpenSSH'),
    ...under(variables['ProgramFiles'], 'cloudflared', 'Tailscale', 'WinGet\\Links', 'OpenSSH'),
    ...under(variables['ProgramFiles(x86)'], 'cloudflared'),
    ...under(variables['LOCALAPPDATA'], 'Microsoft\\WinGet\\Links'),
    ...under(variables['SCOOP'] ?? win32.join(home, 'scoop'), 'shims'),
    ...under(variables['SCOOP_GLOBAL'], 'shims'),
    ...under(variables['ChocolateyInstall'], 'bin'),
  ]
}

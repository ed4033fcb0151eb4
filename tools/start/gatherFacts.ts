import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Facts, SandboxProblem } from './decide.ts'
import type { Runtime } from './findRuntime.ts'

/** What differs from machine to machine. */
export interface Machine {
  platform: NodeJS.Platform
  /** The user's id; undefined on Windows. */
  uid: number | undefined
  /** Folder of the kernel's settings, `/proc/sys`. */
  settings: string
}

/** Looks at the machine, as far as `decide` needs it. */
export function gatherFacts(
  machine: Machine,
  variables: NodeJS.ProcessEnv,
  runtime: Runtime,
): Omit<Facts, 'forced' | 'failure'> {
  const isLinux = machine.platform === 'linux'
  return {
    ci: !['', '0', 'false'].includes(variables['CI'] ?? ''),
    root: isLinux && machine.uid === 0,
    display: !isLinux || isSet(variables['DISPLAY']) || isSet(variables['WAYLAND_DISPLAY']),
    sandbox: isLinux ? sandboxProblem(machine.settings, runtime.program) : null,
    runtime: runtime.state,
  }
}

/** Settings that keep a program from making user namespaces, which Chromium's sandbox needs; Ubuntu sets the first. */
const forbidding: readonly (readonly [file: string, name: string, value: string])[] = [
  ['kernel/apparmor_restrict_unprivileged_userns', 'kernel.apparmor_restrict_unprivileged_userns', '1'],
  ['kernel/unprivileged_userns_clone', 'kernel.unprivileged_userns_clone', '0'],
  ['user/max_user_namespaces', 'user.max_user_namespaces', '0'],
]

/** Chromium needs either user namespaces or a helper that root owns with the SUID bit; without both it ends by SIGTRAP. */
function sandboxProblem(settings: string, program: string): SandboxProblem | null {
  const found = forbidding.find(([file, , value]) => readSetting(join(settings, file)) === value)
  if (found === undefined) return null
  const helper = join(dirname(program), 'chrome-sandbox')
  return isOfRoot(helper) ? null : { setting: `${found[1]} is ${found[2]}`, helper }
}

function isOfRoot(helper: string): boolean {
  const facts = statSync(helper, { throwIfNoEntry: false })
  return facts !== undefined && facts.uid === 0 && (facts.mode & 0o4001) === 0o4001
}

function readSetting(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}

/**
 * The variables for Electron. Where only one kind of display is there, the session's type is corrected: Electron 39 and
 * later choose Wayland or X11 by it alone, and end when it names the one that is not there (ssh -X, a container). A
 * variable that some editors leave in their terminals would make a plain Node of Electron.
 */
export function desktopVariables(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, ...rest } = variables
  const x11 = isSet(variables['DISPLAY'])
  const wayland = isSet(variables['WAYLAND_DISPLAY'])
  return x11 === wayland ? rest : { ...rest, XDG_SESSION_TYPE: wayland ? 'wayland' : 'x11' }
}

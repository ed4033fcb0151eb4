/** Whether a Linux desktop has a place for tray icons. Electron's own tray does not report it. */

/** Runs a program and answers with what it wrote; rejects when it is not there, fails or takes too long. */
export type Run = (program: string, args: readonly string[]) => Promise<string>

const watcher = 'org.kde.StatusNotifierWatcher'
const path = '/StatusNotifierWatcher'
const property = 'IsStatusNotifierHostRegistered'
const get = 'org.freedesktop.DBus.Properties.Get'

/** Ways to ask the session's bus; either may be missing. */
const questions: readonly (readonly [program: string, args: readonly string[]])[] = [
  [
    'dbus-send',
    ['--session', '--print-reply', `--dest=${watcher}`, path, get, `string:${watcher}`, `string:${property}`],
  ],
  ['gdbus', ['call', '--session', '--dest', watcher, '--object-path', path, '--method', get, watcher, property]],
]

/** macOS and Windows always have one. On Linux the desktop is asked; no answer is a no: an app must not vanish. */
export async function findTray(platform: NodeJS.Platform, run: Run): Promise<boolean> {
  if (platform !== 'linux') return true
  for (const [program, args] of questions) {
    try {
      if (/\btrue\b/.test(await run(program, args))) return true
    } catch {
      // Not there, or no answer: the other one may.
    }
  }
  return false
}

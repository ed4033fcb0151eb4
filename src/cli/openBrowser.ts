import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import open from 'open'

/**
 * Opens the UI in the person's browser, where there is one. The address holds the key of this start and would stand in
 * the browser's command line for every user of the machine to read, so a file that only this user can read leads there.
 * Answers how to clean up.
 */
export async function openBrowser(url: string, folder: string): Promise<() => void> {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  // Without a display the system would start a browser for the terminal, in the middle of our own output.
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return () => undefined
  const file = join(folder, 'open.html')
  const remove = () => rmSync(file, { force: true })
  try {
    remove()
    writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0; url=${url}">\n`, {
      mode: 0o600,
      flag: 'wx',
    })
    const child = await open(file)
    child.on('error', () => undefined)
  } catch {
    // A machine without a browser is no reason to fail: the address is printed.
  }
  return remove
}

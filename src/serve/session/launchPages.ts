import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Pages that lead a browser on to an address. A browser's command line can be read by every user of the machine, so it
 * gets the path of such a page, which only this user can read.
 */
export interface LaunchPages {
  /** Writes a page. `remove` is safe to call twice. Throws what the system says. */
  write(address: string): { file: string; remove(): void }
  /** Removes all pages. */
  stop(): void
}

const folderPrefix = 'open-'

/** Keeps them in folders of their own below the data folder; what an earlier process left there is removed. */
export function launchPages(dataFolder: string): LaunchPages {
  removeLeftovers(dataFolder)
  const folders = new Set<string>()
  const removeFolder = (folder: string) => {
    if (!folders.delete(folder)) return
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Such as on Windows while the browser still reads it. Its code ends anyway, and the next start tries again.
    }
  }
  return {
    write: (address) => {
      // Made by the system under an unpredictable name, with mode 0700.
      const folder = mkdtempSync(join(dataFolder, folderPrefix))
      folders.add(folder)
      const file = join(folder, 'open.html')
      try {
        writeFileSync(file, launchPage(address), { flag: 'wx', mode: 0o600 })
      } catch (error) {
        removeFolder(folder)
        throw error
      }
      return { file, remove: () => removeFolder(folder) }
    },
    stop: () => {
      for (const folder of folders) removeFolder(folder)
    },
  }
}

function removeLeftovers(dataFolder: string): void {
  for (const entry of readdirSync(dataFolder, { withFileTypes: true })) {
    if (!entry.isDirectory() || !/^open-[A-Za-z0-9]{6}$/.test(entry.name)) continue
    rmSync(join(dataFolder, entry.name), { recursive: true, force: true })
  }
}

/** No script: the refresh replaces the page in the tab's history, and the link is for browsers that do not refresh. */
function launchPage(address: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Hookscope</title>
<p><a href="${address}" rel="noreferrer">Open Hookscope</a></p>
</html>
`
}

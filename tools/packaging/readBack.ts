import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { listPackage, extractFile } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

/** The contents of an assembled app, read from its files. */
export interface AssembledApp {
  /** Every file in the archive, with `/`, sorted; unpacked files are listed here, too. */
  archived: string[]
  /** Every file unpacked next to the archive because the system loads it, with `/`, sorted. */
  unpacked: string[]
  /** Names of the files at the top of the app that hold licences. */
  licences: string[]
  /** Fuse -> whether it is on, as the executable says. */
  fuses: Record<string, boolean>
  /** The app's package.json as it lies in the archive. */
  manifest: { name?: string; version?: string; main?: string; homepage?: string; desktopName?: string }
}

/** Reads an unpacked app of Linux: its archive, unpacked files, licences, and the bytes of its fuses. */
export async function readBack(app: string, executable: string): Promise<AssembledApp> {
  const archive = join(app, 'resources', 'app.asar')
  const wire = await getCurrentFuseWire(join(app, executable))
  return {
    archived: listPackage(archive, { isPack: false })
      .map((path) => path.replaceAll('\\', '/').replace(/^\//, ''))
      .sort(),
    unpacked: filesBelow(`${archive}.unpacked`),
    licences: readdirSync(app).filter((name) => /^licen[cs]e/i.test(name)),
    fuses: Object.fromEntries(
      Object.entries(FuseV1Options).flatMap(([name, index]) => {
        const state = typeof index === 'number' ? wire[index as FuseV1Options] : undefined
        return state === undefined || state === FuseState.REMOVED ? [] : [[name, state === FuseState.ENABLE]]
      }),
    ),
    manifest: JSON.parse(extractFile(archive, 'package.json').toString('utf8')) as AssembledApp['manifest'],
  }
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

import { rmSync } from 'node:fs'
import type { HostLog } from '../../host/logging/reportFaults.ts'
import { keyFileIn, type KeptKey, readKeyFile, writeKeyFile } from './keyFile.ts'
import { keyInMemory, type PageKey, randomToken } from './pageKey.ts'

/**
 * The key of a data folder, from its file, else a new one. A key that others may have seen is replaced; where it cannot be
 * kept for its owner alone it ends with the process. Both are logged. Call it only while the folder is held.
 */
export function openPageKey(dataFolder: string, log: HostLog): PageKey {
  const file = keyFileIn(dataFolder)
  try {
    const found = readKeyFile(file)
    if (found.kind === 'exposed') {
      log('warn', `${file} ${found.reason}, so others may know the key in it. A new key is made: open the page again.`)
    }
    const kept =
      found.kind === 'kept'
        ? found.key
        : {
            token: randomToken(),
            folder: (found.kind === 'exposed' ? found.folder : null) ?? randomToken(),
            port: found.kind === 'exposed' ? found.port : null,
          }
    if (found.kind === 'kept' || writeKeyFile(file, kept)) return keyInFile(file, kept, log)
    rmSync(file, { force: true })
    log('warn', `${file} could be read by others on this file system, so the page's key is not kept: ${afterRestart}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log('warn', `The page's key cannot be kept in ${file}: ${reason}. ${afterRestart}`)
  }
  return keyInMemory()
}

const afterRestart = 'After a restart, open the page by its new address.'

function keyInFile(file: string, found: KeptKey, log: HostLog): PageKey {
  let kept = found
  const keep = (next: KeptKey) => {
    if (!writeKeyFile(file, next)) throw new Error(`${file} could be read by others on this file system`)
    kept = next
  }
  return {
    token: () => kept.token,
    folder: kept.folder,
    lastPort: kept.port,
    renew: () => keep({ ...kept, token: randomToken() }),
    servedOn: (port) => {
      if (port === kept.port) return
      try {
        keep({ ...kept, port })
      } catch (error) {
        log('warn', 'the port of the page cannot be kept', { error: String(error) })
      }
    },
  }
}

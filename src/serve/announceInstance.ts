import { randomUUID } from 'node:crypto'
import { type Instance, instanceFileIn, removeInstance, writeInstance } from '../host/files/instanceFile.ts'
import type { HostLog } from '../host/logging/reportFaults.ts'

/** Lets other programs of this user join. */
export interface Announcement {
  shell: Instance['shell']
  version: string
}

/**
 * Lets other programs of this user find this server and its key, in `hookscope.instance.json` of the data folder, until it
 * is stopped. Where the file cannot be kept for its owner alone there is none, which is logged: no program can join then.
 */
export function announceInstance(
  { shell, version }: Announcement,
  { dataFolder, api, token, log }: { dataFolder: string; api: string; token: () => string; log: HostLog },
): { renew(): void; stop(): void } {
  const facts = {
    v: 1 as const,
    pid: process.pid,
    startedAt: new Date().toISOString(),
    version,
    shell,
    api,
    instanceId: randomUUID(),
  }
  const write = () => {
    const file = instanceFileIn(dataFolder)
    try {
      if (writeInstance(dataFolder, { ...facts, token: token() })) return
      log('warn', `${file} could be read by others on this file system, so other commands cannot join this instance.`)
    } catch (error) {
      log('warn', `${file} cannot be written, so other commands cannot join this instance.`, { error: String(error) })
    }
  }
  write()
  return {
    /** After the key was renewed. */
    renew: write,
    stop: () => {
      try {
        removeInstance(dataFolder, facts.instanceId)
      } catch (error) {
        log('warn', 'the instance file cannot be removed', { error: String(error) })
      }
    },
  }
}

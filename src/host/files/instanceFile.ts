import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type PrivateFile, readPrivateFile, writePrivateFile } from './privateFile.ts'
import { jsonOf } from '../../shared/basics/jsonOf.ts'

/**
 * The instance that runs on a data folder and lets other programs of this user join: where its API is, and the key that the
 * API asks for. Only the process that holds the folder writes the file, and it removes it when it stops; one that was
 * killed leaves it, so a reader lets the server prove that it has the key before it sends anything.
 */
export interface Instance {
  v: 1
  pid: number
  /** ISO 8601. */
  startedAt: string
  version: string
  shell: 'browser' | 'desktop' | 'command'
  /** Such as "http://127.0.0.1:4680/api/v1". */
  api: string
  token: string
  /** Random, new for each start. */
  instanceId: string
}

export const instanceFileIn = (folder: string): string => join(folder, 'hookscope.instance.json')

/** The content of a folder's file; `none` also where the file is not ours. Throws what the system says when it cannot be read. */
export function readInstance(
  folder: string,
): { kind: 'none' } | { kind: 'instance'; instance: Instance } | Extract<PrivateFile, { kind: 'exposed' }> {
  const found = readPrivateFile(instanceFileIn(folder))
  if (found.kind !== 'private') return found
  const read = jsonOf(found.text)
  return isInstance(read) ? { kind: 'instance', instance: read } : { kind: 'none' }
}

/** By hand: every command looks here first, and to load zod takes as long as all that most of them do. */
function isInstance(value: unknown): value is Instance {
  if (typeof value !== 'object' || value === null) return false
  const { v, pid, startedAt, version, shell, api, token, instanceId } = value as Record<keyof Instance, unknown>
  return (
    v === 1 &&
    Number.isSafeInteger(pid) &&
    Number(pid) > 0 &&
    [startedAt, version, shell, api, token, instanceId].every((text) => typeof text === 'string') &&
    ['browser', 'desktop', 'command'].includes(String(shell)) &&
    /^http:\/\/(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:]{2,39}\]):\d{1,5}\/api\/v1$/.test(String(api)) &&
    /^[\w-]{43}$/.test(String(token))
  )
}

/** Answers false where the file could be read by others on this file system; it is then not there. Throws what the system says. */
export function writeInstance(folder: string, instance: Instance): boolean {
  const file = instanceFileIn(folder)
  if (writePrivateFile(file, `${JSON.stringify(instance)}\n`)) return true
  rmSync(file, { force: true })
  return false
}

/** Removes the file of this start, and never that of another start. */
export function removeInstance(folder: string, instanceId: string): void {
  const found = readInstance(folder)
  if (found.kind === 'instance' && found.instance.instanceId === instanceId) {
    rmSync(instanceFileIn(folder), { force: true })
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import { notAFolder } from '../../engine/store/folder/safeFolder.ts'
import { dataFolder, noDataSentence } from '../../host/files/dataFolder.ts'
import type { Alone, Api, JoinOptions, OwnOptions } from './api.ts'
import { CannotDo, FolderTaken } from '../basics/failures.ts'
import { findInstance, type RunningInstance } from './joinInstance.ts'
import { programName } from '../basics/places.ts'

/**
 * Runs a command with an API: that of the instance which runs on the data folder, else one in this process. Closes
 * everything when `use` has ended.
 *
 * A new command is an entry of `commandTable.ts` and a file with what it does:
 *
 *     export async function countCommand(options: JoinOptions): Promise<void> {
 *       await withApi(options, 'reading', async ({ client }) => {
 *         const { counts } = await client.status()
 *         if (options.json === true) answerJson(counts)
 *         else answer(`${counts.deliveries} deliveries`)
 *       })
 *     }
 *
 * `showCommand.ts` and `test/cli/listen/join.test.ts` are the example. A refusal of the API (no such delivery, wrong filter)
 * needs no handling: the sentence goes to stderr and the exit code is 2 for wrong input, 3 for what could not be done.
 * Throws CannotDo where the folder stays in use by a process that lets no command join, where `reading` finds no data, and when
 * the instance that was joined ends or stops answering.
 */
export async function withApi<Result>(
  options: JoinOptions & OwnOptions,
  alone: Alone,
  use: (api: Api) => Promise<Result>,
): Promise<Result> {
  const folder = dataFolder(options.data, process.env)
  const { api, lost, close } = await reach(folder, alone, options)
  const used = use(api)
  try {
    return await Promise.race([lost ?? used, used])
  } catch (error) {
    // Its calls were rejected: give it time to remove a partial file.
    await Promise.race([used.catch(() => undefined), pause(maxCleanupMs)])
    throw error
  } finally {
    await close()
  }
}

/** Time for a command to clean up after its instance ended, ms. */
const maxCleanupMs = 1000

interface Reached {
  api: Api
  /** Rejects with CannotDo when a running instance has gone. */
  lost?: Promise<never>
  close(): Promise<void> | void
}

/** Joins the instance that runs on the folder, or starts one here. */
async function reach(folder: string, alone: Alone, options: OwnOptions): Promise<Reached> {
  const instance = await findInstance(folder)
  if (instance !== null) return join(folder, instance)
  if (alone === 'reading') refuseNoData(folder)
  // The whole engine is loaded only where it is needed.
  const { startHere } = await import('./startHere.ts')
  for (let waited = 0; ; waited += lookAgainMs) {
    try {
      return await startHere(folder, alone, options)
    } catch (error) {
      if (!(error instanceof FolderTaken) || waited >= maxWaitedMs) throw error
    }
    // A process that is starting can be joined a moment later; a command that runs alone ends soon.
    await pause(lookAgainMs)
    const begun = await findInstance(folder)
    if (begun !== null) return join(folder, begun)
  }
}

/** Timeout for a folder that is locked by a process that cannot be joined, ms. */
const maxWaitedMs = 3000
const lookAgainMs = 250

async function join(folder: string, { facts, connect }: RunningInstance): Promise<Reached> {
  const { client, lost, close } = await connect()
  const newest = async () => (await client.deliveries.list({ limit: 1 })).items[0]?.id ?? '0'
  return { api: { client, dataFolder: folder, running: facts, own: null, newest }, lost, close }
}

/** Refuses a missing folder: after a typo in --data, a command that only reads would print nothing. Throws CannotDo. */
function refuseNoData(folder: string): void {
  const obstacle = notAFolder(folder)
  if (obstacle !== null) throw new CannotDo(obstacle)
  const why = noDataSentence(folder)
  if (why !== null) throw new CannotDo(`${why} Check --data, or start one with \`${programName()} serve\`.`)
}

import { setTimeout as pause } from 'node:timers/promises'
import { notAFolder } from '../engine/store/folder/safeFolder.ts'
import { dataFolder, whyNoData } from '../host/files/dataFolder.ts'
import type { Alone, Api, JoinOptions } from './api.ts'
import { CannotDo, FolderTaken } from './failures.ts'
import { findInstance, type RunningInstance } from './joinInstance.ts'
import { programName } from './places.ts'

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
 * `showCommand.ts` and `test/cli/join.test.ts` are the example. What the API refuses (no such delivery, wrong filter)
 * needs no handling: the sentence goes to stderr and the exit code is 2 for wrong input, 3 for what could not be done.
 * Throws CannotDo where the folder stays in use by a process that lets no command join, and where `reading` finds no data.
 */
export async function withApi<Result>(
  options: JoinOptions,
  alone: Alone,
  use: (api: Api) => Promise<Result>,
): Promise<Result> {
  const folder = dataFolder(options.data, process.env)
  const instance = await findInstance(folder)
  if (instance !== null) return useRunning(folder, instance, use)
  if (alone === 'reading') refuseNoData(folder)
  // The whole engine is loaded only where it is needed.
  const { useAlone } = await import('./useAlone.ts')
  for (let waited = 0; ; waited += lookAgainMs) {
    try {
      return await useAlone(folder, alone, use)
    } catch (error) {
      if (!(error instanceof FolderTaken) || waited >= mostWaitedMs) throw error
    }
    // A process that has only begun says a moment later how to join it; a command that runs alone is soon over.
    await pause(lookAgainMs)
    const begun = await findInstance(folder)
    if (begun !== null) return useRunning(folder, begun, use)
  }
}

/** How long a command waits for a folder that another process has taken without leading to itself, ms. */
const mostWaitedMs = 3000
const lookAgainMs = 250

async function useRunning<Result>(
  folder: string,
  { facts, http, connect }: RunningInstance,
  use: (api: Api) => Promise<Result>,
): Promise<Result> {
  const { client, lost, close } = await connect()
  try {
    return await use({ client, dataFolder: folder, running: facts, http: async () => http, lost })
  } finally {
    close()
  }
}

/** A command that only reads makes no folder: after a slip in --data it would answer "nothing". Throws CannotDo. */
function refuseNoData(folder: string): void {
  const obstacle = notAFolder(folder)
  if (obstacle !== null) throw new CannotDo(obstacle)
  const why = whyNoData(folder)
  if (why !== null) throw new CannotDo(`${why} Check --data, or start one with \`${programName()} serve\`.`)
}

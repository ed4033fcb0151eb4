import { type EffectCounter, countByNumber } from '../../../engine/checking/effects.ts'
import {
  countedType,
  followUpCounter,
  followUpTiming,
  type TemplateOrigin,
} from '../../../engine/checking/followUpCounter.ts'
import type { Template } from '../../../engine/checking/subject/subject.ts'
import { dataFolder } from '../../../host/files/dataFolder.ts'
import { UsageProblem } from '../../../host/shells/exitCodes.ts'
import { SandboxUnasked } from '../../../sandbox/askSandbox.ts'
import { type RemoteWatch, watchOverHttp } from '../../../sandbox/watchOverHttp.ts'
import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { CannotDo } from '../../basics/failures.ts'
import { type Client, findInstance } from '../../connect/joinInstance.ts'
import { exec } from 'node:child_process'

export interface EffectOptions extends JoinOptions {
  /** A program that prints a number. */
  effects?: string
  /** How long the work of a delivery takes at most, ms; absent: learned. */
  settle?: number
  /** By requests to the sandbox of the running instance; absent: where there is one and the template allows it. */
  followUps?: boolean
  /** A sandbox that runs alone, in place of that of the running instance. */
  sandbox?: string
}

/** How effects are counted. `close` once the check is over. */
export interface OpenCounter {
  counter: EffectCounter | undefined
  close(): void
}

const none: OpenCounter = { counter: undefined, close: () => undefined }

/**
 * Opens the counter that the user asked for: by a program, else by the handler's requests to the sandbox of the instance that
 * runs on the data folder. Throws UsageProblem, and CannotDo where the sandbox is wanted and there is none.
 */
export async function openCounter(
  options: EffectOptions,
  made: { scheme: SignatureScheme; template: Template; origin: TemplateOrigin },
): Promise<OpenCounter> {
  const { effects, sandbox, settle } = options
  if (sandbox !== undefined && options.followUps === false)
    throw new UsageProblem('Give either --sandbox or --no-follow-ups, not both.')
  const followUps = sandbox === undefined ? options.followUps : true
  if (effects !== undefined) {
    if (followUps === true) throw new UsageProblem('Give either --effects, or --follow-ups or --sandbox.')
    const read = effectCommand(effects)
    if ((await read()) === null)
      throw new UsageProblem(`--effects ran ${JSON.stringify(effects)}, which printed no number.`)
    return { ...none, counter: countByNumber(read, settle) }
  }
  const type = countedType(followUps, made)
  if (followUps === true && type === null)
    throw new UsageProblem(
      'Counting follow-ups needs deliveries of the service, about a type of object that the sandbox has.',
    )
  if (type === null) return none
  if (sandbox !== undefined)
    return { ...none, counter: followUpCounter(await watchAlone(sandbox, type), followUpTiming(settle)) }
  const folder = dataFolder(options.data, process.env)
  const joined = await join(folder, followUps === true)
  if (joined === null) return none
  const { client, close } = joined
  const watch = async () => client.sandbox.watchObject({ type })
  const asked = async (id: string) => (await client.sandbox.asked({ id })).asked
  return { counter: followUpCounter({ watch, asked }, followUpTiming(settle)), close }
}

/** Joins the instance that runs on the folder. Returns null where that fails and the user did not ask for it. */
async function join(folder: string, isWanted: boolean): Promise<{ client: Client; close(): void } | null> {
  try {
    const instance = await findInstance(folder)
    if (instance !== null) return await instance.connect()
  } catch (error) {
    if (isWanted) throw error
  }
  if (!isWanted) return null
  throw new CannotDo(
    `No Hookscope runs on ${folder}, so no sandbox counts requests. Start "hookscope serve", or count with --effects.`,
  )
}

async function watchAlone(url: string, type: string): Promise<RemoteWatch> {
  try {
    return await watchOverHttp(url, type)
  } catch (error) {
    throw error instanceof SandboxUnasked ? new CannotDo(error.message) : error
  }
}

/** For one run of the command, ms. */
const timeoutMs = 10_000

/** Reads a number that a program prints, such as a query for the number of rows; null where it prints none. */
export function effectCommand(command: string): () => Promise<number | null> {
  return async () =>
    new Promise((resolve) => {
      exec(command, { timeout: timeoutMs, maxBuffer: 1024 * 1024 }, (error, stdout) => {
        const [digits] = /-?\d+/.exec(stdout) ?? []
        resolve(error !== null || digits === undefined ? null : Number(digits))
      })
    })
}

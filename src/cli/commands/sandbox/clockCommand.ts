import { UsageProblem } from '../../../host/shells/exitCodes.ts'
import { dataFolder } from '../../../host/files/dataFolder.ts'
import { changeClockOverHttp } from '../../../sandbox/clockOverHttp.ts'
import { SandboxUnasked } from '../../../sandbox/askSandbox.ts'
import { clockDifference } from '../../../shared/clock/clockWords.ts'
import { clockTakes, readClockChange } from '../../../shared/clock/clockChange.ts'
import type { SandboxClockView } from '../../../shared/wireTypes.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { findInstance } from '../../connect/joinInstance.ts'
import { withApi } from '../../connect/withApi.ts'
import { CannotDo } from '../../basics/failures.ts'
import { programName } from '../../basics/places.ts'
import { timeText } from '../../output/listenLines.ts'
import { answerJson, answerLine } from '../../output/terminal.ts'

export interface ClockOptions extends JoinOptions {
  /** Address of a sandbox that runs alone. */
  sandbox?: string
}

/** Prints the time of a sandbox, after a change where one is given. */
export async function clockCommand(change: string | undefined, options: ClockOptions): Promise<void> {
  if (change !== undefined && readClockChange(change, Date.now()) === null)
    throw new UsageProblem(`"${change.slice(0, 60)}" is no change of the clock. ${clockTakes}`)
  const clock = options.sandbox === undefined ? await ofInstance(change, options) : await alone(change, options.sandbox)
  if (options.json === true) return answerJson(clock)
  answerLine([
    { text: timeText(new Date(clock.now), options, new Date(0)) },
    { text: '  ' },
    { text: clockDifference(clock), colour: clock.aheadMs === 0 && !clock.frozen ? 'grey' : 'yellow' },
  ])
}

async function ofInstance(change: string | undefined, options: ClockOptions): Promise<SandboxClockView> {
  const folder = dataFolder(options.data, process.env)
  if ((await findInstance(folder)) === null)
    throw new CannotDo(
      `No Hookscope runs on ${folder}, so there is no sandbox with a clock. Start one with \`${programName()} serve\`, or name a sandbox that runs alone with --sandbox.`,
    )
  return withApi(options, 'reading', async ({ client }) =>
    change === undefined ? (await client.sandbox.get()).clock : client.sandbox.changeClock({ change }),
  )
}

async function alone(change: string | undefined, url: string): Promise<SandboxClockView> {
  try {
    return await changeClockOverHttp(url, change)
  } catch (error) {
    throw error instanceof SandboxUnasked ? new CannotDo(error.message) : error
  }
}

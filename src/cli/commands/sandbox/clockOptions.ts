import type { Command } from 'commander'
import { addExamples, addJoinOptions } from '../../basics/joinOptions.ts'
import type { ClockOptions } from './clockCommand.ts'

/** `sandbox clock`. */
export function addSandboxClock(sandbox: Command): void {
  const clock = sandbox
    .command('clock')
    .description('show or set the time of the sandbox, which its tokens, retries and timestamps follow')
    .argument(
      '[CHANGE]',
      'a jump such as +30d or +10m (back: -- -2h), a moment such as 2026-12-01T08:00:00Z, freeze, run or real',
    )
    .option('--sandbox <URL>', 'address of a sandbox that runs alone (default: that of the running instance)')
    .action(async (change: string | undefined, options: ClockOptions) =>
      (await import('./clockCommand.ts')).clockCommand(change, options),
    )
  addExamples(
    addJoinOptions(clock),
    ['hookscope sandbox clock', 'what time it is there'],
    ['hookscope sandbox clock +30d', '30 days later: tokens have expired, pending retries are sent'],
    ['hookscope sandbox clock freeze', 'time stops there'],
    ['hookscope sandbox clock real', 'back to the real time'],
  )
}

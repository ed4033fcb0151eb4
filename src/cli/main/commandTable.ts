import type { Command } from 'commander'
import { addCaseFileCommands } from '../commands/caseFiles/caseFileCommands.ts'
import { addContract } from '../commands/look/contractOptions.ts'
import { addCheck } from '../commands/check/checkOptions.ts'
import { addCompareBuilds } from '../commands/compare/compareOptions.ts'
import { addOrders } from '../commands/orders/ordersOptions.ts'
import { addListen, addSandbox, addServe, addVerify } from './engineCommands.ts'
import type { SetExitCode } from '../basics/joinOptions.ts'
import { addScenario } from '../commands/run/recordOptions.ts'
import { addRun } from '../commands/run/runOptions.ts'
import { addShrink } from '../commands/shrink/shrinkOptions.ts'
import { addSend } from '../commands/send/sendOptions.ts'
import { addEnv } from '../commands/env/envOptions.ts'
import { addForward } from '../commands/forward/forwardOptions.ts'
import { addLooks, addReplay, addTrigger, addTypes, addWatches } from './joinCommands.ts'
import { addMcp, addFacts, addCompletion } from './toolCommands.ts'
import { addRules } from '../commands/rules/rulesOptions.ts'
import { addUpkeepCommands } from '../commands/upkeep/upkeepCommands.ts'

/**
 * All commands, in the groups and the order of `--help`. Each entry adds one or a few to the program: name, arguments, options
 * and examples; what a command does is loaded when it runs, so that a script that verifies does not wait for the whole
 * inspector. Completion and the tests of `--help` are made from what is added here.
 */
const commandTable: readonly {
  heading: string
  entries: readonly ((hookscope: Command, setExitCode: SetExitCode) => void)[]
}[] = [
  { heading: 'Receive', entries: [addServe, addListen, addWatches] },
  { heading: 'Inspect', entries: [addLooks, addTypes, addContract, addVerify] },
  { heading: 'Send', entries: [addSend, addReplay, addForward] },
  { heading: 'Simulate', entries: [addSandbox, addTrigger, addRules] },
  { heading: 'Check', entries: [addCheck, addRun, addScenario, addShrink, addOrders, addCompareBuilds] },
  { heading: 'Hand over', entries: [addCaseFileCommands, addMcp] },
  { heading: 'Maintain', entries: [addEnv, addUpkeepCommands, addFacts, addCompletion] },
]

/** Adds all commands to the program. */
export function addCommands(hookscope: Command, setExitCode: SetExitCode): void {
  for (const { heading, entries } of commandTable) {
    hookscope.commandsGroup(`${heading}:`)
    for (const add of entries) add(hookscope, setExitCode)
  }
  hookscope.helpCommand('help [COMMAND]', 'print the help of a command')
}

import type { Command } from 'commander'
import { addCaseFileCommands } from './caseFileCommands.ts'
import { addCheck } from './checkOptions.ts'
import { addCompletion } from './completionCommand.ts'
import { addListen, addSandbox, addServe, addVerify, type SetExitCode } from './engineCommands.ts'
import { addSend } from './sendOptions.ts'
import { addForward } from './forwardOptions.ts'
import { addJoinCommands } from './joinCommands.ts'
import { addMcp } from './mcpOptions.ts'
import { addRules } from './rulesOptions.ts'
import { addUpkeepCommands } from './upkeepCommands.ts'

/**
 * All commands, in the order of `--help`. Each entry adds one or a few to the program: name, arguments, options and
 * examples; what a command does is loaded when it runs, so that a script that verifies does not wait for the whole
 * inspector. Completion and the tests of `--help` are made from what is added here.
 */
export const commandTable: readonly ((hookscope: Command, setExitCode: SetExitCode) => void)[] = [
  addServe,
  addListen,
  addJoinCommands,
  addSend,
  addForward,
  addRules,
  addCaseFileCommands,
  addUpkeepCommands,
  addSandbox,
  addVerify,
  addCheck,
  addMcp,
  addCompletion,
]

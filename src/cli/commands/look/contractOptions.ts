import { type Command, InvalidArgumentError } from 'commander'
import { type SetExitCode, addExamples, addJoinOptions } from '../../basics/joinOptions.ts'
import type { ContractOptions } from './contractCommand.ts'

/** Adds `contract`, which validates stored deliveries. */
export function addContract(hookscope: Command, setExitCode: SetExitCode): void {
  const contract = hookscope
    .command('contract')
    .description('validate stored deliveries against a contract; exit code 1 when one does not hold')
    .argument(
      '<FILE>',
      'OpenAPI 3.1 with webhooks, AsyncAPI 2 or 3, a JSON Schema, or a folder of them; nothing is fetched',
    )
    .option('--filter <EXPR>', 'only deliveries that match, such as verdict:valid after:7d')
    .option('--environment <NAME>', 'only those of this environment, by name or id')
    .option('--limit <N>', 'how many of the newest at most, 1 to 100000', limitOf, 10_000)
    .option('--junit <FILE>', 'write a JUnit report, too')
    .action(async (file: string, options: ContractOptions) =>
      setExitCode(await (await import('./contractCommand.ts')).contractCommand(file, options)),
    )
  addExamples(
    addJoinOptions(contract),
    ['hookscope contract openapi.yaml', 'what is stored, against a document'],
    [
      "hookscope contract schemas/ --filter 'verdict:valid after:7d' --junit contract.xml",
      'a folder of schemas, for CI',
    ],
  )
}

function limitOf(text: string): number {
  const value = Number(text)
  if (/^\d{1,6}$/.test(text) && value >= 1 && value <= 100_000) return value
  throw new InvalidArgumentError('Give a whole number from 1 to 100000.')
}

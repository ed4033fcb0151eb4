import { resolve } from 'node:path'
import { writeFileSync } from 'node:fs'
import { exitCodes } from '../../../host/shells/exitCodes.ts'
import type { ContractCheck } from '../../../shared/wireTypes.ts'
import { countOf } from '../../../shared/words/counts.ts'
import { CannotDo } from '../../basics/failures.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { environmentNamed } from '../../connect/environmentNamed.ts'
import { withApi } from '../../connect/withApi.ts'
import { answerJson, answerLine, type Part, remark } from '../../output/terminal.ts'
import { xml } from '../check/checkReports.ts'

export interface ContractOptions extends JoinOptions {
  filter?: string
  environment?: string
  limit: number
  junit?: string
}

/**
 * Validates stored deliveries against a contract, without setting anything. Answers 1 where one violates it or could not be
 * validated to the end; a contract that cannot be used ends the command.
 */
export async function contractCommand(file: string, options: ContractOptions): Promise<number> {
  return withApi(options, 'reading', async ({ client }) => {
    const { environment: wanted, filter, limit, junit } = options
    const environment = wanted === undefined ? undefined : (await environmentNamed(client, wanted)).id
    const check = await client.contracts.check({ path: resolve(file), filter, environment, limit })
    if (junit !== undefined) writeReport(junit, junitReport(check, file))
    if (options.json === true) answerJson(check)
    else printCheck(check, limit)
    return check.results.length === 0 ? exitCodes.done : exitCodes.no
  })
}

function printCheck({ contract, counts, results, moreResults, complete }: ContractCheck, limit: number): void {
  const title = [contract.format, contract.title, contract.version].filter((part) => part !== null).join(' ')
  answerLine([
    { text: title },
    { text: `  ${countOf(contract.messages, 'message')}, ${countOf(contract.files, 'file')}`, colour: 'grey' },
  ])
  for (const { file, line, message } of contract.problems)
    remark(`${file}${line === null ? '' : `:${line}`}: ${message}`)
  for (const result of results) for (const line of resultLines(result)) answerLine(line)
  if (moreResults > 0) remark(`${moreResults} more that do not hold.`)
  const { held, violated, unmatched, unfinished } = counts
  answerLine([
    { text: `${held} held, `, colour: 'green' },
    { text: `${violated} violated`, colour: violated === 0 ? 'grey' : 'red' },
    { text: `, ${unmatched} unmatched, ${unfinished} not finished`, colour: 'grey' },
  ])
  if (!complete) remark(`Only the newest ${limit} were validated. --limit takes more.`)
  if (held + violated + unmatched + unfinished === 0) remark('No delivery was validated: none is stored that fits.')
  else if (held + violated + unfinished === 0) remark('The contract has no message for any of these deliveries.')
}

type Result = ContractCheck['results'][number]

function resultLines({ deliveryId, message, violations, more, reason }: Result): Part[][] {
  const head: Part[] = [{ text: `#${deliveryId}`, colour: 'red' }, { text: `  ${message ?? ''}` }]
  const rest: Part[][] = more === 0 ? [] : [[{ text: `    and ${more} more`, colour: 'grey' }]]
  return [
    head,
    ...(reason === null ? [] : [[{ text: `    ${reason}`, colour: 'grey' } as const]]),
    ...violations.map((violation): Part[] => [{ text: `    ${violationText(violation)}` }]),
    ...rest,
  ]
}

/** Such as `/amount  type: expected integer, found 12.50`. */
function violationText({ pointer, rule, expected, found }: Result['violations'][number]): string {
  return `${pointer === '' ? '(all)' : pointer}  ${rule}: expected ${expected}, found ${found ?? 'nothing'}`
}

/** A case for each delivery that does not hold, and one for all that do. Pure. */
export function junitReport({ counts, results }: ContractCheck, file: string): string {
  const count = (state: Result['state']): number => results.filter((result) => result.state === state).length
  const cases = results.map(({ deliveryId, message, state, violations, reason }) => {
    const text = state === 'violated' ? violations.map(violationText).join('\n') : (reason ?? '')
    const tag = state === 'violated' ? 'failure' : 'error'
    const name = `delivery ${deliveryId}: ${message ?? 'no message'}`
    const first = text.split('\n')[0] ?? ''
    return `    <testcase classname="${xml(file)}" name="${xml(name)}"><${tag} message="${xml(first)}">${xml(text)}</${tag}></testcase>`
  })
  const held = `    <testcase classname="${xml(file)}" name="${counts.held} deliveries hold"/>`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="hookscope contract">',
    `  <testsuite name="${xml(file)}" tests="${cases.length + 1}" failures="${count('violated')}" errors="${count('unfinished')}">`,
    held,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new CannotDo(
      `--junit "${file}" cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

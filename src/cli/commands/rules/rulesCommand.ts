import { UsageProblem } from '../../../host/shells/exitCodes.ts'
import { responseRulesInputSchema } from '../../../shared/schemas/responseSchemas.ts'
import type { ResponseRules, ResponseRulesInput } from '../../../shared/wireTypes.ts'
import type { Alone, JoinOptions } from '../../connect/api.ts'
import { givenFile } from '../../basics/givenFile.ts'
import { issueSentence } from '../../../shared/input/issueSentence.ts'
import { environmentNamed } from '../../connect/environmentNamed.ts'
import { unknownName } from '../../basics/unknownName.ts'
import { responsePresets } from '../../../shared/responsePresets.ts'
import type { Client } from '../../connect/joinInstance.ts'
import { requestsInWords } from '../../../shared/words/responses.ts'
import { answerJson, answerLine, type Colour, remark } from '../../output/terminal.ts'
import { withApi } from '../../connect/withApi.ts'

export interface RulesOptions extends JoinOptions {
  /** Name or id. */
  environment?: string
}

type Rule = ResponseRules['rules'][number]

/** Prints the response rules of an environment; as JSON it is the file that `applyRules` takes. */
export async function listRules(options: RulesOptions): Promise<void> {
  await withRules(options, 'reading', async (client, id) => client.environments.responseRules({ id }))
}

/** Replaces all response rules with those of a file. Nothing changes where anything in it is wrong. */
export async function applyRules(file: string, options: RulesOptions): Promise<void> {
  const read = readRules(file)
  await withRules(options, 'at-rest', async (client, id) => client.environments.setResponseRules({ id, ...read }))
}

/** Switches one response rule on or off, or all of them. */
export async function switchRules(to: 'on' | 'off', wanted: string | undefined, options: RulesOptions): Promise<void> {
  await withRules(options, 'reading', async (client, id) => {
    const { rules } = await client.environments.responseRules({ id })
    const isMeant = ({ id: ruleId, name }: Rule) => wanted === undefined || ruleId === wanted || name === wanted
    if (wanted !== undefined && !rules.some(isMeant))
      throw unknownName(
        'rule',
        wanted,
        rules.map(({ name }) => name),
      )
    const changed = rules.map((rule) => (isMeant(rule) ? { ...rule, enabled: to === 'on' } : rule))
    return client.environments.setResponseRules({ id, rules: changed })
  })
}

export interface PresetOptions extends RulesOptions {
  /** ms */
  for: number
}

/** Puts a preset in front of the rules, on for a time; one of the same name that is there already is replaced. */
export async function switchPreset(wanted: string, options: PresetOptions): Promise<void> {
  const preset = responsePresets.find(({ name }) => name === wanted)
  if (preset === undefined)
    throw unknownName(
      'preset',
      wanted,
      responsePresets.map(({ name }) => name),
    )
  const until = new Date(Date.now() + options.for).toISOString()
  await withRules(options, 'at-rest', async (client, id) => {
    const { rules } = await client.environments.responseRules({ id })
    const rule = { ...preset.rule, id: wanted, name: wanted, enabled: true, until }
    return client.environments.setResponseRules({ id, rules: [rule, ...rules.filter((each) => each.id !== wanted)] })
  })
}

async function withRules(
  options: RulesOptions,
  alone: Alone,
  work: (client: Client, environment: string) => Promise<ResponseRules>,
): Promise<void> {
  await withApi(options, alone, async ({ client }) => {
    const { id } = await environmentNamed(client, options.environment)
    const found = await work(client, id)
    if (options.json === true) return answerJson(found)
    for (const rule of found.rules) printRule(rule)
    if (found.rules.length === 0) remark('There are no response rules: each delivery gets 200 once it is stored.')
    for (const { message } of found.remarks) remark(message)
  })
}

/** Throws UsageProblem with what is wrong in the file, and where. */
function readRules(file: string): ResponseRulesInput {
  const text = givenFile(file).toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageProblem(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
  const read = responseRulesInputSchema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const place = (issue?.path ?? []).map(String).join('.')
  throw new UsageProblem(`${file} has no response rules: ${issueSentence(place, issue?.message ?? '')}`)
}

const colours: Readonly<Record<Rule['state'], Colour>> = { on: 'green', off: 'yellow', ended: 'grey' }

function printRule({ id, name, state, when, answer, matched, answered }: Rule): void {
  const { filter, method, path } = when
  const asked = [method, path, filter].filter((part) => part !== undefined && part !== '').join(' ')
  const some = requestsInWords(when)
  const all = some.length === 0 ? 'every request' : 'any request'
  const which = [asked === '' ? all : asked, ...some].join(', ')
  const { status, delayMs = 0, reset, truncateAt } = answer
  const sent = [
    reset === undefined ? `${status}` : `reset ${reset === 'before' ? 'before the answer' : 'in the answer'}`,
    ...(delayMs === 0 ? [] : [`after ${delayMs} ms`]),
    ...(truncateAt === undefined ? [] : [`cut after ${truncateAt} bytes`]),
  ].join(' ')
  answerLine([
    { text: state.padEnd(7), colour: colours[state] },
    { text: `${id}  ${name}  ${which} → ${sent}  ` },
    { text: `${matched} matched, ${answered} answered`, colour: 'grey' },
  ])
}

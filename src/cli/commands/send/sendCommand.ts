import { ORPCError } from '@orpc/client'
import { openFixtures } from '../../../host/fixtures/openFixtures.ts'
import type { HeaderLine } from '../../../shared/model.ts'
import { readFixture } from '../../../shared/schemas/sending/fixtureSchemas.ts'
import type { BreakKind, Fixture, SendExchange, SendInput, SendRun } from '../../../shared/wireTypes.ts'
import { exitCodes, UsageProblem } from '../../../host/shells/exitCodes.ts'
import type { Api, JoinOptions } from '../../connect/api.ts'
import { givenFile } from '../../basics/givenFile.ts'
import { reasonOf } from '../../basics/refusalOf.ts'
import { announceReceiver } from '../watch/tailCommand.ts'
import { answer, answerJson, answerLine, remark } from '../../output/terminal.ts'
import { untilSignal } from '../../basics/untilSignal.ts'
import { withApi } from '../../connect/withApi.ts'

export interface SendOptions extends JoinOptions {
  body?: string
  header?: string[]
  method?: string
  path?: string
  scheme?: string
  secretEnv?: string
  at?: string
  break?: BreakKind
  to?: string
  allowHost?: string
  expect?: ExpectedStatus
  count?: number
  rate?: number
  parallel?: number
  list?: boolean
}

type ExpectedStatus = NonNullable<Fixture['expect']>['status']

/**
 * Sends a fixture or any body. Ends with 0 when all answers are as expected, by the option, else by the fixture, else 2xx; 1
 * when an answer is not; 3 when there was no answer.
 */
export async function sendCommand(named: string | undefined, options: SendOptions): Promise<number> {
  if (options.list === true) return listFixtures(options)
  if ((named === undefined) === (options.body === undefined)) {
    throw new UsageProblem(
      'Give either a fixture (its name or file) or --body. `hookscope send --list` lists fixtures.',
    )
  }
  return withApi(options, options.to === undefined ? 'receiving' : 'at-rest', async (api) => {
    const { client } = api
    if (options.to === undefined) await announceReceiver(api)
    const fixture = named === undefined ? null : await fixtureNamed(client, named)
    const { run } = await start(client, await inputOf(client, fixture, options), options)
    let isInterrupted = false
    void untilSignal().then(async () => {
      isInterrupted = true
      await client.sends.cancel({ run }).catch(() => undefined)
    })
    let view = await client.sends.get({ run })
    while (view.state === 'running') view = await client.sends.get({ run, after: view.sent })
    if (options.json === true) answerJson(view)
    else printRun(view)
    if (isInterrupted) return exitCodes.interrupted
    return exitCodeOf(view, options.expect ?? fixture?.expect?.status ?? '2xx')
  })
}

/** Prints the name of each fixture, what it is, and why a file is none. */
async function listFixtures(options: SendOptions): Promise<number> {
  const { HOOKSCOPE_FIXTURES: own } = process.env
  await withApi(options, 'at-rest', async ({ client }) => {
    const list = own === undefined || own === '' ? await client.fixtures.list() : openFixtures(own).list()
    if (options.json === true) return answerJson(list)
    for (const { name, description, problem } of list.items)
      answer(`${name}  ${problem ?? description ?? ''}`.trimEnd())
    if (list.items.length === 0) remark(`There are no fixtures in ${list.folder}. Their format is in docs/fixtures.md.`)
  })
  return exitCodes.done
}

type Client = Api['client']

/** Where the environment has no secret that signs, a body goes out unsigned; any other refusal is thrown. */
async function start(client: Client, input: SendInput, { body, scheme, secretEnv }: SendOptions) {
  try {
    return await client.sends.start(input)
  } catch (error) {
    const code = error instanceof ORPCError ? reasonOf(error)?.code : undefined
    const cannotSign = code === 'no-secret-to-send' || code === 'private-key-unusable'
    const isAsked = body === undefined || scheme !== undefined || secretEnv !== undefined
    if (isAsked || !cannotSign) throw error
    const { environment } = await client.status()
    remark(
      `The environment "${environment.name}" has no secret that signs, so this goes out unsigned. --secret-env NAME signs it.`,
    )
    return client.sends.start({ ...input, sign: undefined })
  }
}

/** A variable of the caller names the folder, also while another process runs on the data folder. */
async function fixtureNamed(client: Client, named: string): Promise<Fixture> {
  const isFile = /[/\\]|\.json$/.test(named)
  const { HOOKSCOPE_FIXTURES: folder } = process.env
  if (!isFile && folder !== undefined && folder !== '') return openFixtures(folder).read(named)
  if (!isFile) return client.fixtures.get({ name: named })
  const read = readFixture(givenFile(named).toString('utf8'))
  if (read.ok) return read.fixture
  throw new UsageProblem(`${named} is not a fixture: ${read.problem}. Its format is in docs/fixtures.md.`)
}

async function inputOf(client: Client, fixture: Fixture | null, options: SendOptions): Promise<SendInput> {
  const { method, path, to, allowHost, count, rate, parallel } = options
  const request = fixture?.request
  const kind = options.break ?? fixture?.break
  const sign = await signOf(client, fixture?.sign, options)
  const body = bodyOf(request, options.body)
  const headers = [...(request?.headers ?? []), ...(options.header ?? []).map(headerOf)]
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type')
  const type: HeaderLine[] = fixture !== null || hasType || !isJson(body) ? [] : [['Content-Type', 'application/json']]
  return {
    request: {
      method: method ?? request?.method ?? 'POST',
      path: path ?? request?.path ?? '',
      headers: [...type, ...headers],
      bodyBase64: body.toString('base64'),
    },
    ...(sign === undefined ? {} : { sign }),
    ...(kind === undefined ? {} : { break: kind }),
    ...(to === undefined ? {} : { to }),
    ...(allowHost === undefined ? {} : { allowHost }),
    ...(count === undefined ? {} : { count }),
    ...(rate === undefined ? {} : { ratePerSecond: rate }),
    ...(parallel === undefined ? {} : { parallel }),
  }
}

function bodyOf(request: Fixture['request'] | undefined, file: string | undefined): Buffer {
  if (file === undefined) {
    const { body, bodyBase64 } = request ?? {}
    return bodyBase64 === undefined ? Buffer.from(body ?? '', 'utf8') : Buffer.from(bodyBase64, 'base64')
  }
  return givenFile(file)
}

function headerOf(line: string): HeaderLine {
  const at = line.indexOf(':')
  if (at < 1) throw new UsageProblem(`--header is "${line}"; it takes 'Name: value'.`)
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
}

function variableNamed(name: string): string {
  const secret = process.env[name]
  if (secret !== undefined && secret !== '') return secret
  throw new UsageProblem(`The variable ${name} is not set. Set it to the secret or private key to sign with.`)
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return true
  } catch {
    return false
  }
}

/** Undefined: sent as it is, as a fixture without a signature is. Variables are read here, in the caller's process. */
async function signOf(client: Client, ofFixture: Fixture['sign'], options: SendOptions): Promise<SendInput['sign']> {
  const { scheme, secretEnv, at, body } = options
  if (ofFixture === undefined && scheme === undefined && secretEnv === undefined && body === undefined) return undefined
  const moment = at ?? ofFixture?.at
  const parts = {
    ...((scheme ?? ofFixture?.scheme) === undefined ? {} : { scheme: scheme ?? ofFixture?.scheme }),
    ...(moment === undefined ? {} : { at: moment }),
  }
  const named = ofFixture?.secret
  if (secretEnv !== undefined) return { ...parts, secret: variableNamed(secretEnv) }
  if (named === undefined) return parts
  // A file must not choose which variable of this process is sent.
  if ('env' in named) {
    throw new UsageProblem(
      `The fixture signs with the variable ${named.env}, which is read only where the command line names it. Add --secret-env ${named.env}, if that is a secret for this target.`,
    )
  }
  const environment = (await client.environments.list()).find(({ name }) => name === named.environment)
  const secret = environment?.sharedSecrets.find(({ label, current }) =>
    named.label === undefined ? current : label === named.label,
  )
  if (secret?.fingerprint == null) {
    throw new UsageProblem(
      `The fixture signs with a secret of the environment "${named.environment}", which is not here. Give --secret-env.`,
    )
  }
  return { ...parts, secretFingerprint: secret.fingerprint }
}

function printRun({ state, sent, total, summary, to, first }: SendRun): void {
  const { statuses, problems, latency, perSecond } = summary
  const many = total === 1 ? '1 request' : `${sent} of ${total} requests`
  answerLine([{ text: `${many} to ${to}${state === 'cancelled' ? ', then cancelled' : ''}` }])
  if (total === 1 && first !== null && first.status !== null) return printAnswer(first)
  for (const { status, count } of statuses) {
    if (status === null) continue
    answerLine([{ text: `${status}`, colour: status < 400 ? 'green' : 'red' }, { text: `  ${count}` }])
  }
  for (const { message, count } of problems) answerLine([{ text: `${count} × `, colour: 'red' }, { text: message }])
  if (latency === null) return
  const text = `p50 ${ms(latency.p50)}, p95 ${ms(latency.p95)}, p99 ${ms(latency.p99)}, ${perSecond.toFixed(1)} a second`
  answerLine([{ text, colour: 'grey' }])
}

const ms = (value: number) => `${value.toFixed(1)} ms`

/** Status, time and text of one answer. */
function printAnswer({ status, timing, body, bodyTruncated }: SendExchange): void {
  const took = timing.total === null ? '' : ` in ${ms(timing.total)}`
  answerLine([{ text: `${status ?? ''}`, colour: (status ?? 0) < 400 ? 'green' : 'red' }, { text: took }])
  const text = (body ?? '').replaceAll('\r\n', '\n').replaceAll('\t', '    ').trimEnd()
  if (text !== '') answer(bodyTruncated ? `${text}\n(only the beginning of the answer)` : text)
}

function exitCodeOf({ state, summary }: SendRun, expected: ExpectedStatus): number {
  if (state === 'cancelled' || summary.statuses.some(({ status }) => status === null)) return exitCodes.cannot
  const isExpected = (status: number) =>
    typeof expected === 'number' ? status === expected : `${Math.floor(status / 100)}xx` === expected
  const others = summary.statuses.flatMap(({ status }) => (status === null || isExpected(status) ? [] : [status]))
  if (others.length === 0) return exitCodes.done
  remark(`Expected ${expected}, but the answer was ${others.join(', ')}.`)
  return exitCodes.no
}

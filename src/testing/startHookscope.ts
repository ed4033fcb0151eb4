import { ORPCError } from '@orpc/client'
import type { Client } from '../cli/connect/joinInstance.ts'
import { triggerHere } from '../cli/commands/sandbox/triggerHere.ts'
import { watchMatching } from '../cli/connect/watchMatching.ts'
import { parseDeliveryFilter } from '../shared/filter/deliveryFilter.ts'
import { unknownKeyReason } from '../shared/filter/unknownFilterKey.ts'
import { filterSentence } from '../shared/words/filters.ts'
import type { SendInput } from '../shared/wireTypes.ts'
import { type Connection, joinRunning, startOwn } from './connect.ts'
import type { AnswerRule, SendRequest, SendResult, StartOptions, TestDelivery, TestHookscope } from './testing.d.ts'
import { isFailed, type DeliverySummary } from '../shared/model.ts'
import { limitWords } from '../shared/words/durations.ts'

/** How many deliveries an error lists. */
const maxListed = 5

/** The message of a wait without a match: what arrived, newest first, and why signatures failed. */
async function waitMessage(
  client: Client,
  wait: { filter: string; timeoutMs: number; url: string; arrived: readonly DeliverySummary[] },
): Promise<string> {
  const { filter, timeoutMs, url, arrived } = wait
  const head = `No delivery matched ${JSON.stringify(filter)} within ${limitWords(timeoutMs)}.`
  if (arrived.length === 0) return `${head} Nothing arrived at ${url}.`
  const newest = arrived.toReversed().slice(0, maxListed)
  const lines = await Promise.all(newest.map((delivery) => linesOf(client, delivery)))
  const more = arrived.length > maxListed ? [`  and ${arrived.length - maxListed} earlier ones`] : []
  return [`${head} Arrived:`, ...lines.flat(), ...more].join('\n')
}

async function linesOf(client: Client, delivery: DeliverySummary): Promise<string[]> {
  const { id, method, eventType, resourceType, resourceId, action, verdict, answeredStatus } = delivery
  const about = eventType ?? [resourceType, resourceId, action].filter((part) => part !== null).join(' ')
  const line = `  #${id} ${method} ${about === '' ? 'without a type' : about}: signature ${verdict}, answered ${answeredStatus}`
  return isFailed(verdict) ? [line, ...(await proofLines(client, id))] : [line]
}

async function proofLines(client: Client, id: string): Promise<string[]> {
  const { findings, tried } = await client.deliveries.explain({ id })
  const [first] = findings
  if (first === undefined) return [`     No cause was found; ${tried} digests were tried.`]
  const kind = first.kind === 'proof' ? 'Proven' : 'Seen'
  return [`     ${kind}: ${first.title}. ${first.recipe}`, `     ${first.advice}`]
}

/** Below the 5 s of Vitest and Jest, so that a test fails with our message. */
const defaultTimeoutMs = 4000

/** Starts Hookscope for tests, in this process or joined. `testing.d.ts` describes what it returns. */
export async function startHookscope(options: StartOptions = {}): Promise<TestHookscope> {
  const connection = options.join === true ? await joinRunning(options) : await startOwn(options)
  const { client, environment, url, secret } = connection
  const [newest] = (await client.deliveries.list({ limit: 1 })).items
  const start = newest?.id ?? '0'
  const returned = new Set<string>()
  const undo = new Set<() => Promise<void>>()

  const take = async (delivery: DeliverySummary) => {
    returned.add(delivery.id)
    return readDelivery(client, delivery)
  }
  const stop = async () => {
    // Rules go while the instance still answers; an instance of our own goes with them.
    if (options.join === true) for (const step of undo) await step()
    await connection.stop()
  }
  return {
    url,
    secret,
    deliveries: async (filter = '') => {
      checkFilter(filter)
      const found = await deliveriesAfter(client, environment.id, start, filter)
      return Promise.all(found.map((delivery) => readDelivery(client, delivery)))
    },
    waitFor: async (filter, { timeout = defaultTimeoutMs } = {}) => {
      checkFilter(filter)
      const signal = AbortSignal.timeout(timeout)
      try {
        for await (const { delivery } of watchMatching({ client, filter, after: start, signal })) {
          if (delivery.environmentId === environment.id && !returned.has(delivery.id)) return await take(delivery)
        }
      } catch (error) {
        if (!signal.aborted) throw error
      }
      const arrived = await deliveriesAfter(client, environment.id, start, '')
      throw new Error(await waitMessage(client, { filter, timeoutMs: timeout, url, arrived }))
    },
    send: async (request) => plainErrors(async () => send(connection, request)),
    trigger: async (type, { update, timeout = defaultTimeoutMs } = {}) => {
      if (environment.kind !== 'sandbox') throw new Error('`trigger` needs the sandbox: leave `sender` out.')
      const signal = AbortSignal.timeout(timeout)
      const { object, delivery } = await plainErrors(async () => triggerHere(client, { type, update, signal }))
      if (delivery !== null) return take(delivery)
      throw new Error(
        `The sandbox made ${object.resourceType} ${object.id}, but no delivery came for it in ${timeout} ms.`,
      )
    },
    answerWith: async (rule) => {
      const remove = await plainErrors(async () => addRule(connection, rule))
      undo.add(remove)
      return async () => {
        undo.delete(remove)
        await remove()
      }
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Throws for a filter that cannot be read, and for a key that does not exist: as a word it would match nothing. */
function checkFilter(filter: string): void {
  const { problem, unknownKeys } = parseDeliveryFilter(filter, Date.now())
  const [unknown] = unknownKeys
  const why = problem ?? (unknown === undefined ? null : unknownKeyReason(unknown))
  if (why !== null) throw new Error(`The filter ${JSON.stringify(filter)} cannot be used. ${filterSentence(why)}`)
}

/** Turns a refusal of the API into an error with its sentence and the stack of the test. */
async function plainErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ORPCError) throw new Error(error.message, { cause: error })
    throw error
  }
}

/** Deliveries of an environment after an id, oldest first. */
async function deliveriesAfter(
  client: Client,
  environment: string,
  after: string,
  filter: string,
): Promise<DeliverySummary[]> {
  const found: DeliverySummary[] = []
  for (let seen = after; ;) {
    const page = await client.deliveries.list({ filter, environment, after: seen, limit: 100 })
    found.push(...page.items)
    if (page.next === null) return found
    seen = page.seen ?? page.next
  }
}

async function readDelivery(client: Client, summary: DeliverySummary): Promise<TestDelivery> {
  const { id } = summary
  const [delivery, body] = await Promise.all([
    client.deliveries.get({ id, explain: 'false' }),
    client.deliveries.body({ id }),
  ])
  const bytes = new Uint8Array(await body.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  const { receivedAt, method, verdict, resourceType, resourceId, action, notificationId, duplicate } = summary
  return {
    id,
    receivedAt,
    method,
    target: delivery.target,
    headers: delivery.headers,
    bytes,
    text,
    json: () => JSON.parse(text) as unknown,
    verdict,
    eventType: summary.eventType ?? null,
    resourceType,
    resourceId,
    action,
    notificationId,
    duplicate,
    answeredStatus: delivery.answeredStatus,
  }
}

async function send({ client, environment }: Connection, request: SendRequest): Promise<SendResult> {
  const { method = 'POST', headers = {}, to, allowHost } = request
  const { sender, secret, at } = request
  const lines = Object.entries(headers)
  const { bytes, isJson } = bytesOf(request.body)
  const hasType = lines.some(([name]) => name.toLowerCase() === 'content-type')
  if (isJson && !hasType) lines.unshift(['content-type', 'application/json'])
  const input: SendInput = {
    environment: environment.id,
    request: { method, headers: lines, bodyBase64: bytes.toString('base64') },
    sign: {
      ...(sender === undefined ? {} : { scheme: sender }),
      ...(secret === undefined ? {} : { secret }),
      ...(at === undefined ? {} : { at }),
    },
    ...(request.break === undefined ? {} : { break: request.break }),
    ...(to === undefined ? {} : { to }),
    ...(allowHost === undefined ? {} : { allowHost }),
  }
  const { run } = await client.sends.start(input)
  let view = await client.sends.get({ run })
  while (view.state === 'running') view = await client.sends.get({ run, after: view.sent })
  const { first } = view
  if (first?.status == null) throw new Error(`No answer came from ${view.to}: ${first?.error?.message ?? view.state}`)
  const { status, body, responseHeaders, timing } = first
  return { status, body: body ?? '', headers: responseHeaders, ms: timing.total ?? 0 }
}

function bytesOf(body: SendRequest['body']): { bytes: Buffer; isJson: boolean } {
  if (body instanceof Uint8Array) return { bytes: Buffer.from(body), isJson: false }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { bytes: Buffer.from(text, 'utf8'), isJson: typeof body !== 'string' || /^\s*[[{]/.test(text) }
}

/** Adds a rule before all others, and returns how to remove it. */
async function addRule({ client, environment: { id } }: Connection, rule: AnswerRule): Promise<() => Promise<void>> {
  const { when, times, headers, ...answer } = rule
  const before = new Set((await client.environments.responseRules({ id })).rules.map((each) => each.id))
  const added = {
    name: `Test: ${when ?? 'all'} answered ${rule.status}`.slice(0, 80),
    enabled: true,
    when: {
      ...(when === undefined ? {} : { filter: when }),
      ...(times === undefined ? {} : { nth: { to: times } }),
    },
    answer: { ...answer, ...(headers === undefined ? {} : { headers: Object.entries(headers) }) },
  }
  const others = (await client.environments.responseRules({ id })).rules
  const { rules } = await client.environments.setResponseRules({ id, rules: [added, ...others] })
  const made = rules.find((each) => !before.has(each.id))?.id
  return async () => {
    const now = await client.environments.responseRules({ id })
    await client.environments.setResponseRules({ id, rules: now.rules.filter((each) => each.id !== made) })
  }
}

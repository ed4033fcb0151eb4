import { defaultTemplate } from '../../engine/checking/subject/defaultTemplate.ts'
import { ExpectedFailure, noDelivery } from '../../engine/failures/expectedFailure.ts'
import { forwardedHeaders } from '../../engine/forwarding/forwardedHeaders.ts'
import type { Played } from '../../engine/sending/openPlayer.ts'
import { withValueInText } from '../../engine/signature/jsonText.ts'
import { readEvent } from '../../engine/store/index/readEvent.ts'
import { headerLinesValue } from '../../shared/headers.ts'
import type { HeaderLine } from '../../shared/model.ts'
import { splitReceiverTarget } from '../../shared/receiverKey.ts'
import type { RepeatedStep, Sign } from '../../shared/scenarios/scenarioFormat.ts'
import { readFixture } from '../../shared/schemas/sending/fixtureSchemas.ts'
import { senderPreset, serviceScheme } from '../../shared/signature/schemePresets.ts'
import { credentialOf } from '../../shared/signature/signatureScheme.ts'
import type { Fixture, ReadSendInput } from '../../shared/wireTypes.ts'
import { type Exchange, resolved, type RunContext, type SentRequest, type StepResult, noResult } from './runContext.ts'

/** The request of a step. `sign`: undefined to sign it as the sender does, null to leave it as it is. */
interface Source {
  request: SentRequest
  sign: Sign | null | undefined
}

/** The wait for an app that was sent a delivery, ms: longer than the longest exchange. */
export const answerMs = 95_000
/** Characters of an answer that are kept for expectations. */
const maxAnswer = 65_536

type SendStep = Extract<RepeatedStep, { send: unknown }>
type ResendStep = Extract<RepeatedStep, { resend: unknown }>

/** Sends the request of a step and waits for the answer. Throws ExpectedFailure if it cannot be made. */
export async function performSend(context: RunContext, step: SendStep | ResendStep): Promise<StepResult> {
  const { with: pointers, sign } = resolved(context, step)
  const source = 'send' in step ? composedSource(context, step) : await resentSource(context, step.resend)
  const body = Object.entries(pointers ?? {}).reduce(
    (text, [pointer, value]) => withValue(text, pointer, value),
    Buffer.from(source.request.body).toString('utf8'),
  )
  const request = pointers === undefined ? source.request : { ...source.request, body: Buffer.from(body, 'utf8') }
  const { exchange, sent } = await exchangeOf(context, request, sign ?? source.sign)
  const { path } = request
  const asSent = { method: sent.request.method, path, headers: sent.request.headers, body: sent.request.body }
  return { ...noResult, exchanges: [exchange], request: asSent }
}

function withValue(text: string, pointer: string, value: unknown): string {
  const changed = withValueInText(text, pointer, JSON.stringify(value))
  if (changed !== null) return changed
  throw new ExpectedFailure({ code: 'scenario-no-place', fields: { pointer } })
}

async function exchangeOf(
  context: RunContext,
  { method, path, headers, body }: SentRequest,
  sign: Sign | null | undefined,
): Promise<{ exchange: Exchange; sent: Played }> {
  const { stage, signal, tools } = context
  const input: ReadSendInput = {
    request: { method, path, headers, bodyBase64: Buffer.from(body).toString('base64') },
    environment: stage.environment.id,
    count: 1,
    shuffle: false,
    ...signingOf(context, sign),
  }
  // A request to an unknown path is not stored, nor one that did not arrive.
  const isKept = ({ record: { status, error } }: Played) =>
    status !== 404 && !(status === null && error?.code === 'ECONNREFUSED')
  context.noteSent()
  const { sent, deliveryId } = await stage.watch.deliveryOf(async () => tools.sends.once(input, signal), isKept, signal)
  return { exchange: await answeredBy(context, deliveryId, sent), sent }
}

/** The answer of the target to a delivery, else what our receiver answered. */
async function answeredBy(context: RunContext, deliveryId: string | null, sent: Played): Promise<Exchange> {
  if (context.stage.rule !== null && deliveryId !== null) return answerOfTarget(context, deliveryId)
  const { status, responseHeaders, body, error, timing } = sent.shown()
  // An answer of our receiver is none of the app.
  if (context.stage.rule !== null && status === 404) {
    const notSent =
      'The receiver takes no path in this environment, so it was not forwarded to the target. Allow paths under Responses, or leave the path out.'
    return { deliveryId, status: null, took: null, headers: [], body: null, problem: notSent }
  }
  const problem = error?.message ?? null
  return { deliveryId, status, took: timing.total, headers: responseHeaders, body: cut(body), problem }
}

/** Waits until the target has answered a delivery. */
export async function answerOfTarget({ stage, signal }: RunContext, deliveryId: string): Promise<Exchange> {
  const attempt = await stage.watch.until(() => stage.watch.answered(deliveryId), answerMs, signal)
  if (attempt === undefined) {
    const problem = 'It was not forwarded to the target.'
    return { deliveryId, status: null, took: null, headers: [], body: null, problem }
  }
  const { status, responseHeaders, body, error, timing } = attempt
  return {
    deliveryId,
    status,
    took: timing.total,
    headers: responseHeaders,
    body: cut(body === null ? null : Buffer.from(body).toString('utf8')),
    problem: error?.message ?? null,
  }
}

function cut(text: string | null): string | null {
  return text?.slice(0, maxAnswer) ?? null
}

/** Throws ExpectedFailure where the secret that signs is not there. */
function signingOf(
  { stage, tools, input: { key } }: RunContext,
  sign: Sign | null | undefined,
): Pick<ReadSendInput, 'sign' | 'break'> {
  if (sign === null || sign === 'none') return {}
  const own = tools.engine.environments.verifier(stage.environment.id)?.scheme ?? serviceScheme
  const hasKeys = credentialOf(own) === 'public-key'
  if (hasKeys && key === undefined)
    throw new ExpectedFailure({ code: 'scenario-key-missing', fields: { sender: own.label } })
  const { at, break: kind, secret, scheme } = sign ?? {}
  const secrets = tools.engine.environments.get(stage.environment.id)?.sharedSecrets ?? []
  const found =
    secret === undefined || secret === 'current'
      ? undefined
      : secret === 'previous'
        ? secrets[1]
        : secrets.find(({ label }) => label === secret)
  if (found === undefined && secret !== undefined && secret !== 'current') {
    const known = ['current', 'previous', ...secrets.map(({ label }) => label)]
    throw new ExpectedFailure({ code: 'scenario-nothing-named', fields: { what: 'secret', name: secret, known } })
  }
  return {
    sign: {
      ...(at === undefined ? {} : { at }),
      ...(scheme === undefined ? {} : { scheme }),
      ...(found === undefined ? {} : { secretFingerprint: found.fingerprint }),
      ...(hasKeys && key !== undefined && found === undefined ? { secret: key } : {}),
    },
    ...(kind === undefined || kind === 'none' ? {} : { break: kind }),
  }
}

/** The request of an earlier step as it was sent, or of the delivery that the sandbox sent for it. */
async function resentSource({ results, tools }: RunContext, id: string): Promise<Source> {
  const result = results.get(id)
  if (result?.request != null) return { request: result.request, sign: null }
  const deliveryId = result?.exchanges[0]?.deliveryId ?? null
  if (deliveryId === null)
    throw new ExpectedFailure({ code: 'scenario-nothing-known', fields: { step: id, what: 'delivery' } })
  const delivery = await tools.engine.store.get(deliveryId)
  if (delivery === null) throw noDelivery(deliveryId)
  const { method, target, headers, body } = delivery.request
  const path = splitReceiverTarget(target)?.rest ?? ''
  return { request: { method, path, headers: forwardedHeaders(headers), body }, sign: null }
}

function composedSource(context: RunContext, step: SendStep): Source {
  const { send } = resolved(context, step)
  if (typeof send === 'string') return namedSource(context, send)
  const { method = 'POST', path = '', headers = {}, body, bodyBase64 } = send
  const lines: HeaderLine[] = Object.entries(headers)
  const isJson = typeof body === 'object' && body !== null
  const hasType = headerLinesValue(lines, 'content-type') !== ''
  const bytes =
    bodyBase64 !== undefined
      ? Buffer.from(bodyBase64, 'base64')
      : Buffer.from(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body), 'utf8')
  const type: HeaderLine[] = isJson && !hasType ? [['Content-Type', 'application/json']] : []
  return { request: { method, path, headers: [...type, ...lines], body: bytes }, sign: undefined }
}

/** Finds a fixture that was given or saved, else makes an event of the sender. */
function namedSource(context: RunContext, name: string): Source {
  const { input, tools } = context
  const text = input.files[name]
  if (text !== undefined) {
    const read = readFixture(text)
    if (!read.ok) throw new ExpectedFailure({ code: 'not-a-fixture', fields: { name, problem: read.problem } })
    return fixtureSource(read.fixture)
  }
  const names = tools.fixtures.list().items.map((item) => item.name)
  if (names.includes(name)) return fixtureSource(tools.fixtures.read(name))
  // Types of events can have a slash, such as orders/create.
  if (/^\.{0,2}[/\\]|\.json$/.test(name))
    throw new ExpectedFailure({ code: 'scenario-nothing-named', fields: { what: 'event', name, known: names } })
  return eventSource(context, name)
}

/** Signed as the fixture says where it names a secret of the environment; a variable is for the command line to name. */
function fixtureSource({ request, sign, break: kind }: Fixture): Source {
  const { method, path, headers, body, bodyBase64 } = request
  const bytes = Buffer.from(bodyBase64 ?? body ?? '', bodyBase64 === undefined ? 'utf8' : 'base64')
  const how = { ...(sign?.at === undefined ? {} : { at: sign.at }), ...(kind === undefined ? {} : { break: kind }) }
  return { request: { method, path, headers: [...headers], body: bytes }, sign: sign === undefined ? null : how }
}

/** The sender's documented example with this type of event and a new id. */
function eventSource({ stage, tools, random }: RunContext, type: string): Source {
  const scheme = tools.engine.environments.verifier(stage.environment.id)?.scheme ?? serviceScheme
  const { method, headers, body } = defaultTemplate(scheme)
  const request: SentRequest = { method, path: '', headers: [...headers], body }
  const meaning = senderPreset(scheme.id)?.meaning
  if (meaning === undefined || type === 'example') return { request, sign: undefined }
  const event = readEvent(headers.flat(), body, meaning)
  const known = event.eventType === null ? [] : [event.eventType]
  const parts = partsOf(type, meaning.eventType.length)
  const typed =
    event.eventType === type
      ? request
      : parts === null
        ? null
        : meaning.eventType.reduce<SentRequest | null>(
            (made, place, at) => (made === null ? null : withPlace(made, place, parts[at] ?? '')),
            request,
          )
  if (typed === null)
    throw new ExpectedFailure({ code: 'scenario-nothing-named', fields: { what: 'event', name: type, known } })
  const { eventId } = meaning
  const prefix = /^[a-z]+_/.exec(event.eventId ?? '')?.[0] ?? ''
  const id = /^[0-9a-f-]{36}$/.test(event.eventId ?? '')
    ? random.uuid()
    : `${prefix}${random.uuid().replaceAll('-', '')}`
  return { request: (eventId === undefined ? null : withPlace(typed, eventId, id)) ?? typed, sign: undefined }
}

/** A type of several parts, such as issues.opened; the last takes what is left. */
function partsOf(type: string, count: number): string[] | null {
  const parts = type.split('.')
  if (count <= 1) return count === 0 ? null : [type]
  if (parts.length < count) return null
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join('.')]
}

/** The request with a text at a place of it; null where there is no such place. */
function withPlace(request: SentRequest, place: string, text: string): SentRequest | null {
  const [first = ''] = place.split('|')
  if (first.startsWith('/')) {
    const body = withValueInText(Buffer.from(request.body).toString('utf8'), first, JSON.stringify(text))
    return body === null ? null : { ...request, body: Buffer.from(body, 'utf8') }
  }
  if (/^[=@]/.test(first) || first === '') return null
  const others = request.headers.filter(([name]) => name.toLowerCase() !== first.toLowerCase())
  return { ...request, headers: [...others, [first, text]] }
}

import { headerValues } from '../shared/headers.ts'
import type { CapturedRequest, DeliveryTunnel, Verdict } from '../shared/model.ts'
import { publicUrls } from '../shared/publicUrls.ts'
import { signsUrl } from '../shared/signature/signatureScheme.ts'
import type { Environments } from './environments/openEnvironments.ts'
import type { Verifier } from './environments/prepareVerifier.ts'
import { withOfferedSecret } from './environments/handshakeRecord.ts'
import type { SecretSeal } from './environments/secretSeal.ts'
import { decideHandshake, type HandshakeDecision, perMinute } from './handshakes/decideHandshake.ts'
import { openReceiver, idleReceiver } from './openReceiver.ts'
import { noPlan, planAnswer } from './planAnswer.ts'
import { type AppAnswers, createAppAnswers } from './responses/appAnswers.ts'
import { openResponses, type Responses } from './responses/openResponses.ts'
import type { Outbound } from './outbound/startOutbound.ts'
import { type PublicAccess, startPublicAccess } from './publicAccess/startPublicAccess.ts'
import { createProbe } from './receiver/probe.ts'
import type { Answer, AnswerEnd, LaterAnswer, Receiver, Refusal } from './receiver/types.ts'
import type { SignedRequest } from './signature/signedRequest.ts'
import { verifySignature } from './signature/verifySignature.ts'
import type { Store } from './store/store.ts'
import { StoreUnavailable } from './store/records/failures.ts'
import type { TunnelTiming } from './tunnel/types.ts'

export interface ReceptionOptions {
  store: Store
  environments: Environments
  outbound: Outbound
  seal: SecretSeal
  dataFolder: string
  receiverPort?: number | undefined
  /** The address that the receiver listens on. Default: 127.0.0.1. */
  receiverHost?: string | undefined
  atRest?: boolean | undefined
  tunnelTiming?: Partial<TunnelTiming> | undefined
  now: () => number
  log(level: 'debug' | 'warn', message: string): void
}

/** Where deliveries come in: the receiver, and the tunnel in front of it. */
export interface Reception {
  receiver: Receiver
  /** Response rules; `appAnswers` is where the app's own answer plugs in. */
  responses: Responses
  appAnswers: AppAnswers
  publicAccess: PublicAccess
  /** Requests for no known path since the start. */
  strays(): number
}

/** Opens the receiver and gets the tunnel ready. Throws CannotListen. */
export async function openReception(options: ReceptionOptions): Promise<Reception> {
  const { store, environments, seal, now, log } = options
  const responses = await openResponses(store, now)
  const appAnswers = createAppAnswers()
  let strays = 0
  /** Needs the receiver's port; what comes before it is there came directly. */
  let publicAccess: PublicAccess | undefined
  /** The delivery that a request became, until its answer has left. */
  const kept = new WeakMap<CapturedRequest, string>()
  const tools: Keeping = {
    store,
    environments,
    responses,
    appAnswers,
    seal,
    kept,
    tunnelOf: (headers) => publicAccess?.tunnelOf(headers) ?? null,
    mayAnswer: createHandshakeLimit(perMinute, now),
    log,
  }
  const probe = createProbe()
  const open = options.atRest === true ? idleReceiver : openReceiver
  const receiver = await open(store, options.receiverPort, {
    host: options.receiverHost ?? '127.0.0.1',
    probe,
    route: (target) => environments.route(target) ?? routeBelow(tools, target),
    opens: (environmentId, method) => responses.opensMethod(environmentId, method),
    onRequest: async (request, environmentId, refusal) => keep(tools, request, environmentId, refusal),
    onAnswered: (request, answer, end) => {
      const id = kept.get(request)
      if (id === undefined) return
      if (end === null) store.noteAnswered(id, now())
      else noteEnd(tools, id, answer, end, now())
    },
    onStray: () => {
      strays += 1
    },
  })
  const { outbound, dataFolder, tunnelTiming } = options
  publicAccess = await startPublicAccess({ store, seal, outbound, receiver, probe, dataFolder, tunnelTiming, log })
  return { receiver, responses, appAnswers, publicAccess, strays: () => strays }
}

interface Keeping {
  store: Store
  environments: Environments
  responses: Responses
  appAnswers: AppAnswers
  seal: SecretSeal
  kept: WeakMap<CapturedRequest, string>
  tunnelOf(headers: readonly string[]): DeliveryTunnel | null
  /** Whether an environment may answer one more handshake that signs something or brings a secret. */
  mayAnswer(environmentId: string): boolean
  log: ReceptionOptions['log']
}

/** Verify, commit, answer: nothing else happens between a request and its answer, unless a rule delays it. */
async function keep(
  tools: Keeping,
  request: CapturedRequest,
  environmentId: string,
  refusal: Refusal,
): Promise<Answer | LaterAnswer> {
  const { store, environments, kept } = tools
  const verifier = environments.verifier(environmentId)
  // Its environment was deleted while the request was on its way: a retry would find no environment.
  if (verifier === undefined) return unavailable
  const { verdict, secretId } = verifySignature(signed(request, verifier), verifier.scheme, verifier.secrets)
  const tunnel = tools.tunnelOf(request.headers)
  const decision = handshakeOf(tools, request, { environmentId, verifier, verdict, tunnel })
  const ordinary = decision?.answer ?? answerFor(refusal, () => tools.responses.allowed(environmentId))
  const { planned, counted } =
    decision?.answer == null ? planAnswer(tools, request, { environmentId, verdict, refusal }) : noPlan
  try {
    const appended = store.append({
      environmentId,
      request,
      verdict,
      secretId,
      answeredStatus: planned?.answer == null ? ordinary.status : planned.status,
      tunnel,
      handshake: decision?.record ?? null,
      answer: planned?.record ?? null,
      // A later answer of a rule or the app may still need it.
      handOver: planned === null,
    })
    const id = counted === undefined ? await appended : (await Promise.all([appended, counted]))[0]
    kept.set(request, id)
    if (secretId !== null) environments.noteUse(secretId, request.receivedAt)
    if (decision !== null) await keepSecret(tools, environmentId, id, request.receivedAt, decision)
    return planned?.answer?.(id) ?? ordinary
  } catch (error) {
    if (error instanceof StoreUnavailable) return unavailable
    throw error
  }
}

/** A sub-path of an environment that has opened those. */
function routeBelow({ environments, responses }: Keeping, target: string): string | null {
  const [own] = /^\/in\/[^/?#]+(?=\/)/.exec(target) ?? []
  const id = own === undefined ? null : environments.route(own)
  return id !== null && responses.opensSubPaths(id) ? id : null
}

/** How an answer ended that did not go out at once; a failure to keep it changes nothing for the sender. */
function noteEnd({ store, log }: Keeping, id: string, answer: Answer, { ending, early }: AnswerEnd, at: number): void {
  const isAnswered = ending === 'sent' || ending === 'truncated'
  store
    .noteAnswer({
      deliveryId: id,
      status: isAnswered ? answer.status : 0,
      answeredAt: isAnswered ? at : null,
      ending: ending === 'sent' && early !== null ? 'sent-early' : ending,
    })
    .catch((error: unknown) => log('warn', `how a late answer ended could not be noted: ${String(error)}`))
}

/** Data of a handshake is on disk before it is answered, too: its sender says it once. */
async function keepSecret(
  { environments, seal }: Keeping,
  environmentId: string,
  deliveryId: string,
  at: number,
  { secret, record: { name: handshake } }: HandshakeDecision,
): Promise<void> {
  if (secret === null) return
  await environments.change(environmentId, (record) =>
    withOfferedSecret(record, { text: secret, handshake, deliveryId, at }, seal),
  )
}

interface Received {
  environmentId: string
  verifier: Verifier
  verdict: Verdict
  tunnel: DeliveryTunnel | null
}

function handshakeOf(
  { mayAnswer }: Keeping,
  request: CapturedRequest,
  { environmentId, verifier, verdict, tunnel }: Received,
): HandshakeDecision | null {
  const { scheme, secrets, handshakes } = verifier
  return decideHandshake({
    ...handshakes,
    request,
    verdict,
    secrets,
    setting: scheme.setting ?? null,
    url: () => addressOf(request, verifier.publicUrl ?? tunnel?.publicUrl ?? null),
    mayAnswer: () => mayAnswer(environmentId),
  })
}

/** The address that the sender uses, without the query; null where the request names no host. */
function addressOf({ headers, target }: CapturedRequest, known: string | null): string | null {
  const [path = ''] = target.split('?', 1)
  if (known !== null) return URL.canParse(known) && new URL(known).pathname === '/' ? new URL(path, known).href : known
  const [likeliest] = publicUrls(headers, path, null)
  const [host = ''] = headerValues(headers, 'host')
  const isDirect =
    /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host) && headerValues(headers, 'x-forwarded-host').length === 0
  return isDirect ? `http://${host}${path}` : (likeliest ?? null)
}

/** Only schemes that sign the URL need to know it; the others are spared the search for it. */
function signed(request: CapturedRequest, { scheme, publicUrl }: Verifier): SignedRequest {
  const needsUrl = signsUrl(scheme) || scheme.kind === 'http-signature'
  return { ...request, urls: needsUrl ? publicUrls(request.headers, request.target, publicUrl) : [] }
}

const unavailable: Answer = { status: 503, headers: { 'Retry-After': '5' } }

function answerFor(refusal: Refusal, allowed: () => string): Answer {
  if (refusal === 405) return { status: 405, headers: { Allow: allowed() } }
  return { status: refusal ?? 200 }
}

/** Limits the handshakes per minute for each key; older ones are forgotten. */
export function createHandshakeLimit(perMinute: number, now: () => number): (key: string) => boolean {
  const recent = new Map<string, number[]>()
  return (key) => {
    const since = now() - 60_000
    const times = (recent.get(key) ?? []).filter((at) => at > since)
    const mayPass = times.length < perMinute
    if (mayPass) times.push(now())
    recent.set(key, times)
    return mayPass
  }
}

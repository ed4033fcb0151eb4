import type { CapturedRequest, DeliveryTunnel } from '../shared/model.ts'
import { publicUrls } from '../shared/publicUrls.ts'
import { signsUrl } from '../shared/signature/signatureScheme.ts'
import type { Environments } from './environments/openEnvironments.ts'
import type { Verifier } from './environments/prepareVerifier.ts'
import type { SecretSeal } from './environments/secretSeal.ts'
import { openReceiver } from './openReceiver.ts'
import type { Outbound } from './outbound/startOutbound.ts'
import { type PublicAccess, startPublicAccess } from './publicAccess/startPublicAccess.ts'
import { createProbe } from './receiver/probe.ts'
import type { Answer, Receiver, Refusal } from './receiver/types.ts'
import type { SignedRequest } from './signature/signedRequest.ts'
import { verifySignature } from './signature/verifySignature.ts'
import { type Store, StoreUnavailable } from './store/types.ts'
import type { TunnelTiming } from './tunnel/types.ts'

export interface ReceptionOptions {
  store: Store
  environments: Environments
  outbound: Outbound
  seal: SecretSeal
  dataFolder: string
  receiverPort?: number | undefined
  tunnelTiming?: Partial<TunnelTiming> | undefined
  now: () => number
  log(level: 'debug' | 'warn', message: string): void
}

/** Where deliveries come in: the receiver, and the tunnel in front of it. */
export interface Reception {
  receiver: Receiver
  publicAccess: PublicAccess
  /** Requests for no known path since the start. */
  strays(): number
}

/** Opens the receiver and gets the tunnel ready. Throws CannotListen. */
export async function openReception(options: ReceptionOptions): Promise<Reception> {
  const { store, environments, now, log } = options
  let strays = 0
  /** Needs the receiver's port; what comes before it is there came directly. */
  let publicAccess: PublicAccess | undefined
  /** Which delivery a request became, until its answer has left. */
  const kept = new WeakMap<CapturedRequest, string>()
  const tools: Keeping = { store, environments, kept, tunnelOf: (headers) => publicAccess?.tunnelOf(headers) ?? null }
  const probe = createProbe()
  const receiver = await openReceiver(store, options.receiverPort, {
    host: '127.0.0.1',
    probe,
    route: (target) => environments.route(target),
    onRequest: async (request, environmentId, refusal) => keep(tools, request, environmentId, refusal),
    onAnswered: (request) => {
      const id = kept.get(request)
      if (id !== undefined) store.noteAnswered(id, now())
    },
    onStray: () => {
      strays += 1
    },
  })
  const { seal, outbound, dataFolder, tunnelTiming } = options
  publicAccess = await startPublicAccess({ store, seal, outbound, receiver, probe, dataFolder, tunnelTiming, log })
  return { receiver, publicAccess, strays: () => strays }
}

interface Keeping {
  store: Store
  environments: Environments
  kept: WeakMap<CapturedRequest, string>
  tunnelOf(headers: readonly string[]): DeliveryTunnel | null
}

/** Verify, commit, answer: nothing else happens between a request and its 200. */
async function keep(
  { store, environments, kept, tunnelOf }: Keeping,
  request: CapturedRequest,
  environmentId: string,
  refusal: Refusal,
): Promise<Answer> {
  const verifier = environments.verifier(environmentId)
  // Its environment was deleted while the request was on its way: a retry would find no environment.
  if (verifier === undefined) return unavailable
  const { verdict, secretId } = verifySignature(signed(request, verifier), verifier.scheme, verifier.secrets)
  const answer = answerFor(refusal)
  try {
    const tunnel = tunnelOf(request.headers)
    const id = await store.append({ environmentId, request, verdict, secretId, answeredStatus: answer.status, tunnel })
    kept.set(request, id)
    if (secretId !== null) environments.noteUse(secretId, request.receivedAt)
    return answer
  } catch (error) {
    if (error instanceof StoreUnavailable) return unavailable
    throw error
  }
}

/** Only schemes that sign the URL need to know it; the others are spared the search for it. */
function signed(request: CapturedRequest, { scheme, publicUrl }: Verifier): SignedRequest {
  const needsUrl = signsUrl(scheme) || scheme.kind === 'http-signature'
  return { ...request, urls: needsUrl ? publicUrls(request.headers, request.target, publicUrl) : [] }
}

const unavailable: Answer = { status: 503, headers: { 'Retry-After': '5' } }

function answerFor(refusal: Refusal): Answer {
  if (refusal === 405) return { status: 405, headers: { Allow: 'POST' } }
  return { status: refusal ?? 200 }
}

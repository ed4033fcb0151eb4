import { setTimeout as pause } from 'node:timers/promises'
import type { VerificationReason } from '../../shared/codes/health.ts'
import type { Verification } from '../../shared/wireTypes.ts'
import { verificationSentence } from '../../shared/words/health.ts'
import { signedRequest } from '../signature/signedRequest.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { missingHash, verifySignature } from '../signature/verifySignature.ts'
import type { Store } from '../store/store.ts'
import type { VerdictChange } from '../store/records/deliveries.ts'
import type { EnvironmentRecord } from '../environments/environmentRecord.ts'
import { type KeptProofs, keptProofs } from './keptProofs.ts'

/** Checks stored deliveries again, in the background, when a secret or a scheme has come that may prove them. */
export interface Verifications {
  /** Begins again when the last run of the app ended in the middle of one. */
  resume(): Promise<void>
  /** Begins from the first delivery, also when a run is under way. */
  start(): Verification
  cancel(): Verification
  view(): Verification
  stop(): Promise<void>
}

export interface VerificationOptions {
  store: Store
  environments: Environments
  now: () => number
  onProgress(verification: Verification): void
}

/** Heads that are looked at in one query. */
const pageSize = 500
/** Pause after a number of checks, ms, so that a run does not delay a sender. */
const rest = { checks: 25, ms: 4 }

const idle: Verification = { state: 'idle', checked: 0, total: 0, changed: 0, problem: null, why: null }

/**
 * A run never takes a proof away: what a secret proved stays proven while that secret is in the history, retired or not.
 * Only where the user removed the secret is the delivery checked like any other, and not where a scenario had it for its run.
 */
export function startVerification(options: VerificationOptions): Verifications {
  const { store, environments } = options
  let view = idle
  let run: { aborter: AbortController; ended: Promise<void> } | undefined

  function report(change: Partial<Verification>): void {
    view = { ...view, ...change }
    options.onProgress(view)
  }

  async function checkAll(signal: AbortSignal): Promise<void> {
    // Deliveries that were checked with the earlier secrets may still be in flight to disk.
    await store.caughtUp()
    const { deliveries } = await store.counts()
    if (signal.aborted) return
    report({ ...idle, state: 'running', total: deliveries })
    const secretIds = environments.all().flatMap(({ sharedSecrets }) => sharedSecrets.map(({ id }) => id))
    const kept = await keptProofs(store)
    let last: string | null = '0'
    while (last !== null) {
      const page = await store.unproven(last, secretIds, pageSize)
      if (signal.aborted) return
      const changes = await checkPage(options, page.ids, kept, signal)
      await store.putVerdicts(changes)
      if (signal.aborted) return
      last = page.last
      if (last === null) break
      report({ checked: view.checked + page.looked, changed: view.changed + changes.length })
    }
    report({ state: 'done', checked: view.checked, total: Math.max(view.total, view.checked) })
  }

  /** On disk while a run is under way, so that the next start goes on where this one may end. */
  const note = async (pending: boolean) => store.putDocument('settings', 'verification', { pending })

  function start(): Verification {
    run?.aborter.abort()
    const before = run?.ended ?? Promise.resolve()
    const aborter = new AbortController()
    view = { ...idle, state: 'running' }
    const ended = before
      .then(async () => {
        if (aborter.signal.aborted) return
        await note(true)
        await checkAll(aborter.signal)
        if (!aborter.signal.aborted) await note(false)
      })
      .catch((error: unknown) => {
        const detail = error instanceof Error ? error.message : String(error)
        const why: VerificationReason = { code: 'checking-broke-off', fields: { detail } }
        report({ state: 'failed', problem: verificationSentence(why), why })
      })
    run = { aborter, ended }
    return view
  }

  return {
    start,
    resume: async () => {
      const documents = await store.documents<{ pending: boolean }>('settings')
      if (documents.find(({ id }) => id === 'verification')?.document.pending === true) start()
    },
    cancel: () => {
      run?.aborter.abort()
      if (view.state === 'running') {
        report({ state: 'canceled' })
        note(false).catch(() => undefined)
      }
      return view
    },
    view: () => view,
    stop: async () => {
      run?.aborter.abort()
      await run?.ended
    },
  }
}

async function checkPage(
  options: VerificationOptions,
  ids: string[],
  kept: KeptProofs,
  signal: AbortSignal,
): Promise<VerdictChange[]> {
  const changes: VerdictChange[] = []
  for (const [index, id] of ids.entries()) {
    if (signal.aborted) break
    if (index % rest.checks === rest.checks - 1) await pause(rest.ms)
    const change = await check(options, id, kept)
    if (change !== null) changes.push(change)
  }
  return changes
}

/** Null when the verdict is what it was. */
async function check(
  { store, environments, now }: VerificationOptions,
  id: string,
  kept: KeptProofs,
): Promise<VerdictChange | null> {
  const stored = await store.get(id)
  const verifier = stored === null ? undefined : environments.verifier(stored.environmentId)
  if (stored === null || verifier === undefined) return null
  // A verdict of a runtime that could check is worth more than none.
  if (missingHash(verifier.scheme) !== null) return null
  const since = kept.get(stored.secretId ?? '')
  if (since !== undefined && stored.request.receivedAt >= since) return null
  const request = signedRequest(stored.request, verifier.publicUrl)
  const { verdict, secretId } = verifySignature(request, verifier.scheme, verifier.secrets)
  if (verdict === stored.verdict && secretId === stored.secretId) return null
  if (secretId !== null) environments.noteUse(secretId, stored.request.receivedAt)
  return { deliveryId: id, before: stored.verdict, verdict, secretId, checkedAt: now() }
}

/**
 * Calls `changed` when an environment accepts another secret, lost one or has another scheme, so that what was stored
 * before may have another verdict now. Retiring a secret is none of these: what it proved stays proven.
 */
export function onVerifierChange(environments: Environments, changed: () => void): () => void {
  const known = new Map(environments.all().map((record) => [record.id, factsOf(record)]))
  const isOther = (record: EnvironmentRecord): boolean => {
    const before = known.get(record.id)
    const after = factsOf(record)
    known.set(record.id, after)
    if (before === undefined) return false
    const accepts = [...after.accepted].some((id) => !before.accepted.has(id))
    const lost = [...before.ids].some((id) => !after.ids.has(id))
    return accepts || lost || before.scheme !== after.scheme
  }
  return environments.onChange((records) => {
    if (records.map(isOther).includes(true)) changed()
  })
}

function factsOf({ signatureScheme, signatureHeader, signatureSetting, ownScheme, sharedSecrets }: EnvironmentRecord) {
  return {
    scheme: JSON.stringify([
      signatureScheme,
      signatureHeader,
      signatureSetting,
      signatureScheme === 'own' ? ownScheme : null,
    ]),
    ids: new Set(sharedSecrets.map(({ id }) => id)),
    accepted: new Set(sharedSecrets.flatMap(({ id, retiredAt }) => (retiredAt === null ? [id] : []))),
  }
}

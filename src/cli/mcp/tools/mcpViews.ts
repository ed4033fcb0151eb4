import { z } from 'zod'
import type { CauseId } from '../../../shared/codes/signature/causes.ts'
import { findingReasonSchema } from '../../../shared/codes/signature/findings.ts'
import { verdicts } from '../../../shared/codes/signature/verdicts.ts'
import { addressWithoutCredentials, withoutCredentials } from '../../../shared/credentials.ts'
import { escapeHidden } from '../../../shared/escapeHidden.ts'
import type { DeliverySummary, HeaderLine } from '../../../shared/model.ts'
import { receivedApart } from '../../../shared/input/receivedText.ts'
import { findingInWords } from '../../../shared/words/signature/findings.ts'
import type { Attempt, Explanation, SendPreview } from '../../../shared/wireTypes.ts'

/** Received text for a model: nothing hidden in it, and no longer than this. The cut is shown. */
export function untrusted(text: string, maxLength = 200): string {
  const shown = escapeHidden(text)
  return shown.length <= maxLength ? shown : `${shown.slice(0, maxLength)}… (${shown.length - maxLength} more)`
}

const orNull = (text: string | null | undefined) => (text == null ? null : untrusted(text))

/** A delivery in a list: shape and verdict, and the few words that tell one from another. */
export const summaryShape = z.object({
  id: z.string(),
  environmentId: z.string(),
  receivedAt: z.string(),
  method: z.string(),
  size: z.number(),
  verdict: z.enum(verdicts),
  answeredStatus: z.number(),
  duplicate: z.boolean(),
  followUp: z.string(),
  untrustedResourceType: z.string().nullable(),
  untrustedResourceId: z.string().nullable(),
  untrustedAction: z.string().nullable(),
  untrustedEventType: z.string().nullable(),
})

export function summaryView(delivery: DeliverySummary): z.input<typeof summaryShape> {
  const { id, environmentId, receivedAt, method, size, verdict, answeredStatus, duplicate, followUp } = delivery
  return {
    id,
    environmentId,
    receivedAt,
    method,
    size,
    verdict,
    answeredStatus,
    duplicate,
    followUp: followUp.state,
    untrustedResourceType: orNull(delivery.resourceType),
    untrustedResourceId: orNull(delivery.resourceId),
    untrustedAction: orNull(delivery.action),
    untrustedEventType: orNull(delivery.eventType),
  }
}

export const headersShape = z.array(z.object({ untrustedName: z.string(), untrustedValue: z.string() }))

/** Headers in order, without credentials. */
export function headersView(headers: readonly HeaderLine[]): z.input<typeof headersShape> {
  return withoutCredentials(headers)
    .lines.slice(0, 100)
    .map(([name, value]) => ({ untrustedName: untrusted(name, 100), untrustedValue: untrusted(value, 1000) }))
}

export const attemptShape = z.object({
  id: z.string(),
  kind: z.string(),
  startedAt: z.string(),
  status: z.number().nullable(),
  error: z.string().nullable(),
  totalMs: z.number().nullable(),
  untrustedUrl: z.string(),
  untrustedAnswer: z.string().nullable(),
})

/** An attempt; the answer's body is text of a stranger, too. */
export function attemptView(attempt: Attempt): z.input<typeof attemptShape> {
  const { id, kind, startedAt, status, error, timing, url, body } = attempt
  return {
    id,
    kind,
    startedAt,
    status,
    error: error?.code ?? null,
    totalMs: timing.total,
    untrustedUrl: untrusted(addressWithoutCredentials(url).text, 500),
    untrustedAnswer: body === null ? null : untrusted(body, 2000),
  }
}

export const findingShape = z.object({
  cause: z.string(),
  kind: z.enum(['proof', 'observation']),
  secret: z.object({ label: z.string(), fingerprint: z.string() }).nullable(),
  code: z.string().describe('What the proof or observation is, for code.'),
  title: z.string(),
  proof: z
    .string()
    .describe(
      'How the digest comes about, or what is seen. [untrusted 1] stands for the first text of untrustedTexts.',
    ),
  steps: z.array(z.string()),
  advice: z.string(),
  untrustedTexts: z
    .array(z.string())
    .describe('Received texts that the sentences are about, such as the name of a field.'),
})

/** A finding in our own words, with the received texts apart. */
export function findingView(finding: Explanation['findings'][number]): z.input<typeof findingShape> {
  const { cause, kind, secret, why } = finding
  const { value, received } = receivedApart(findingReasonSchema, why)
  const { title, recipe, steps, advice } = findingInWords({ cause: cause as CauseId, why: value })
  return {
    cause,
    kind,
    secret: secret === null ? null : { label: secret.label, fingerprint: secret.fingerprint },
    code: why.code,
    title,
    proof: escapeHidden(recipe),
    steps: steps.slice(0, 20).map(escapeHidden),
    advice: escapeHidden(advice),
    untrustedTexts: received.map((text) => untrusted(text, 500)),
  }
}

export const requestShape = z.object({
  method: z.string(),
  size: z.number(),
  sha256: z.string(),
  signedWith: z.object({ label: z.string(), fingerprint: z.string(), scheme: z.string() }).nullable(),
  untrustedUrl: z.string(),
  headers: headersShape,
  untrustedBody: z.string(),
})

/** A request that would be sent, without credentials; the beginning of its body. */
export function requestView(preview: SendPreview): z.input<typeof requestShape> {
  const { method, url, requestHeaders, size, sha256, bodyBase64, signedWith } = preview
  return {
    method,
    size,
    sha256,
    signedWith,
    untrustedUrl: untrusted(addressWithoutCredentials(url).text, 2000),
    headers: headersView(requestHeaders),
    untrustedBody: untrusted(Buffer.from(bodyBase64, 'base64').toString('utf8'), 8000),
  }
}

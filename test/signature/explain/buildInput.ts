import { createHash, createHmac } from 'node:crypto'
import type { Budget, ExplainInput, KnownSecret } from '../../../src/engine/signature/explain/types.ts'
import { serviceScheme } from '../../../src/shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../../src/shared/signature/signatureScheme.ts'

/** The parts of a request that a test sets; everything else has a plain value. */
export interface Given {
  body: string | Uint8Array
  /** Value of the signature header, or several; null leaves the header out. */
  header: string | string[] | null
  secrets?: readonly KnownSecret[]
  scheme?: SignatureScheme
  headers?: readonly string[]
  urls?: readonly string[]
  contentLength?: number | null
  truncated?: boolean
  receivedAt?: number | null
  /** The digest that the user's code computed. Where it is given, the direction is `receiver`. */
  digest?: string
  others?: ExplainInput['others']
}

/** A secret that a test knows; current, of the delivery's own environment. */
export function secret(text: string | Uint8Array, more: Partial<KnownSecret> = {}): KnownSecret {
  const bytes = Buffer.from(text)
  const fingerprint = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  return { bytes, label: 'live', fingerprint, environment: 'Shop', standing: 'current', ...more }
}

/** HMAC-SHA256 in base64: what the service writes into its header. */
export function sign(key: string | Uint8Array, message: string | Uint8Array, algorithm = 'sha256'): string {
  return createHmac(algorithm, key).update(message).digest('base64')
}

export const liveSecret = 'A7B6Fgl2KFI921gJ'

export function buildInput(given: Given): ExplainInput {
  const scheme = given.scheme ?? serviceScheme
  const body = Buffer.from(given.body)
  const values = given.header === null ? [] : [given.header].flat()
  return {
    request: {
      headers: [...(given.headers ?? []), ...values.flatMap((value) => [scheme.header, value])],
      body,
      truncated: given.truncated ?? false,
      method: 'POST',
      urls: given.urls ?? ['https://hooks.example/in'],
      receivedAt: given.receivedAt ?? null,
      contentLength: given.contentLength === undefined ? body.length : given.contentLength,
    },
    scheme,
    secrets: given.secrets ?? [secret(liveSecret)],
    target: given.digest === undefined ? { direction: 'wire' } : { direction: 'receiver', digest: given.digest },
    others: given.others ?? [],
  }
}

/** Time without end; tests say themselves how long they may take. */
export const fullBudget: Budget = { isSpent: () => false, bytes: 256_000_000 }

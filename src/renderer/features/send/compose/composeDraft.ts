import { base64Of } from '../../../../shared/basics/base64.ts'
import { schemePreset } from '../../../../shared/signature/schemePresets.ts'
import { credentialOf, type SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import { readMoment } from '../../../../shared/signature/signingMoment.ts'
import type { BreakKind, Environment, Fixture, SendInput } from '../../../../shared/wireTypes.ts'
import {
  type DraftHeader,
  headerProblem,
  headersOf,
  isSendable,
  linesOf,
  type TypedBody,
} from '../workbench/requestDraft.ts'

/** The Compose form as edited. Numbers are kept as typed text. */
export interface ComposeDraft {
  what: 'request' | 'deliveries'
  method: string
  path: string
  headers: readonly DraftHeader[]
  /** Null: the original bytes, unchanged. */
  body: TypedBody | null
  filter: string
  speed: string
  target: 'receiver' | 'url'
  url: string
  /** Empty: the active environment. */
  environmentId: string
  /** Id of a preset; empty: the environment's scheme. */
  scheme: string
  /** "none", "current", "typed", or the fingerprint of a stored secret. */
  signWith: string
  secret: string
  at: string
  atText: string
  broken: BreakKind | ''
  count: string
  rate: string
  parallel: string
  shuffle: boolean
}

export const emptyDraft: ComposeDraft = {
  what: 'request',
  method: 'POST',
  path: '',
  headers: headersOf([['Content-Type', 'application/json']]),
  body: null,
  filter: '',
  speed: '1',
  target: 'receiver',
  url: '',
  environmentId: '',
  scheme: '',
  signWith: 'current',
  secret: '',
  at: 'now',
  atText: '',
  broken: '',
  count: '1',
  rate: '',
  parallel: '',
  shuffle: false,
}

/**
 * The draft with a way to sign that works: without a current secret, and where a private key of the sender's signs, it is
 * not signed until the user says with what. Pure.
 */
export function withWayToSign(draft: ComposeDraft, environments: readonly Environment[], inUse: string): ComposeDraft {
  const environment = environments.find(({ id }) => id === (draft.environmentId || inUse))
  if (draft.signWith !== 'current' || environment === undefined) return draft
  const scheme = schemeOf(environment)
  const isKey = scheme !== undefined && credentialOf(scheme) === 'public-key'
  const hasSecret = environment.sharedSecrets.some(({ set, current }) => set && current)
  return isKey || !hasSecret ? { ...draft, signWith: 'none' } : draft
}

/** The scheme that an environment checks with. Pure. */
export function schemeOf({
  signatureScheme,
  ownScheme,
}: Pick<Environment, 'signatureScheme' | 'ownScheme'>): SignatureScheme | undefined {
  return signatureScheme === 'own' ? (ownScheme ?? undefined) : schemePreset(signatureScheme)
}

export type ComposeProblem = 'path' | 'headers' | 'url' | 'secret' | 'at' | 'count' | 'rate' | 'parallel'

/** Returns the invalid fields of a draft. The engine still validates the request. Pure. */
export function draftProblems(draft: ComposeDraft): ReadonlySet<ComposeProblem> {
  const { what, path, headers, target, url, signWith, secret, at, atText, count, rate, parallel } = draft
  const isWhole = (text: string, most: number) => /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= most
  const checks: readonly (readonly [ComposeProblem, boolean])[] = [
    ['path', what === 'request' && !/^(?:[/?][\x21\x22\x24-\x7e]*)?$/.test(path)],
    ['headers', what === 'request' && headers.some((header) => headerProblem(header) !== null)],
    ['url', target === 'url' && !isSendable(url)],
    ['secret', signWith === 'typed' && secret.trim() === ''],
    // The field is not shown for a request that is not signed.
    ['at', signWith !== 'none' && at === 'typed' && readMoment(atText, 0) === null],
    ['count', !isWhole(count, 100_000)],
    ['rate', rate.trim() !== '' && !(Number(rate) > 0 && Number(rate) <= 1000)],
    ['parallel', parallel.trim() !== '' && !isWhole(parallel, 64)],
  ]
  return new Set(checks.flatMap(([problem, isWrong]) => (isWrong ? [problem] : [])))
}

/** Props of each part of the screen. */
export interface PartProps {
  draft: ComposeDraft
  set: <K extends keyof ComposeDraft>(field: K, value: ComposeDraft[K]) => void
  problems: ReturnType<typeof draftProblems>
  environment: Environment | undefined
}

/** Returns the engine's input. @param bytes the original body. Pure. */
export function sendInput(draft: ComposeDraft, bytes: Uint8Array, allowHost: string | null): SendInput {
  const { what, method, path, headers, body, filter, speed, target, url, environmentId, broken } = draft
  const sign = signOf(draft)
  const number = (text: string) => (text.trim() === '' ? undefined : Number(text))
  const [ratePerSecond, parallel] = [number(draft.rate), number(draft.parallel)]
  return {
    ...(what === 'request'
      ? {
          request: {
            method,
            path,
            headers: linesOf(headers),
            bodyBase64: base64Of(body === null ? bytes : new TextEncoder().encode(body.text())),
          },
        }
      : { deliveries: { filter, speed: speed === 'none' ? 'none' : Number(speed) }, shuffle: draft.shuffle }),
    ...(environmentId === '' ? {} : { environment: environmentId }),
    ...(sign === null ? {} : { sign }),
    ...(broken === '' ? {} : { break: broken }),
    ...(target === 'url' ? { to: url } : {}),
    ...(allowHost === null || target !== 'url' ? {} : { allowHost }),
    count: Number(draft.count),
    ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
    ...(parallel === undefined ? {} : { parallel }),
  }
}

function signOf({ signWith, scheme, secret, at, atText }: ComposeDraft): SendInput['sign'] | null {
  if (signWith === 'none') return null
  return {
    ...(scheme === '' ? {} : { scheme }),
    ...(signWith === 'typed' ? { secret } : signWith === 'current' ? {} : { secretFingerprint: signWith }),
    at: at === 'typed' ? atText : at,
  }
}

/** The bytes of base64. Pure. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}

/** Converts a fixture into a draft and its bytes. The page cannot read variables, so the user enters the secret. Pure. */
export function draftOfFixture({ request, sign, break: broken }: Fixture): {
  draft: ComposeDraft
  bytes: Uint8Array<ArrayBuffer>
} {
  const { method, path, headers, body, bodyBase64 } = request
  const moment = sign?.at ?? 'now'
  const isListed = /^(?:now|-10m|-1d|\+10m)$/.test(moment)
  return {
    draft: {
      ...emptyDraft,
      method,
      path,
      headers: headersOf(headers),
      scheme: typeof sign?.scheme === 'string' ? sign.scheme : '',
      signWith: sign === undefined ? 'none' : 'env' in sign.secret ? 'typed' : 'current',
      at: isListed ? moment : 'typed',
      atText: isListed ? '' : moment,
      broken: broken ?? '',
    },
    bytes: bodyBase64 === undefined ? new TextEncoder().encode(body ?? '') : bytesOf(bodyBase64),
  }
}

/** The variable that a fixture names in place of a typed secret. */
export const fixtureVariable = 'WEBHOOK_SECRET'

/** Converts a draft into a fixture, without the target, the repetitions and the secret itself. Pure. */
export function fixtureOf(
  { method, path, headers, body, scheme, signWith, at, atText, broken }: ComposeDraft,
  bytes: Uint8Array,
  known: { scheme: Exclude<Fixture['sign'], undefined>['scheme']; environment: string; label: string | null },
): Fixture {
  const whole = body === null ? bytes : new TextEncoder().encode(body.text())
  const text = textOf(whole)
  const moment = at === 'typed' ? atText : at
  return {
    hookscope: 'fixture',
    version: 1,
    request: {
      method,
      path,
      headers: linesOf(headers),
      ...(whole.length === 0 ? {} : text === null ? { bodyBase64: base64Of(whole) } : { body: text }),
    },
    ...(signWith === 'none'
      ? {}
      : {
          sign: {
            scheme: scheme === '' ? known.scheme : scheme,
            secret:
              signWith === 'typed'
                ? { env: fixtureVariable }
                : { environment: known.environment, ...(known.label === null ? {} : { label: known.label }) },
            ...(moment === 'now' ? {} : { at: moment }),
          },
        }),
    ...(broken === '' ? {} : { break: broken }),
  }
}

/** Decodes bytes that are valid UTF-8; null otherwise. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Returns the notification that the service would send about an object of the sandbox. Pure. */
export function notificationOf(
  { resourceType, id }: { resourceType: string; id: string },
  organizationId: string,
  { now, notificationId }: { now: Date; notificationId: string },
): string {
  const notification = {
    organizationId,
    action: 'update',
    id: notificationId,
    resourceId: id,
    resourceType,
    createdAtUtc: now.toISOString(),
    changes: null,
  }
  return JSON.stringify(notification, null, 2)
}

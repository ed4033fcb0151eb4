import type { BreakProblem } from '../../shared/codes/sending.ts'
import { parseExactly } from '../../shared/json/exactJson.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { BreakKind } from '../../shared/wireTypes.ts'
import type { UnsignedRequest } from '../signature/signRequest.ts'

/** Returns the reason why a request cannot be broken in this way; null when it can. Pure. */
export function breakProblemOf(
  kind: BreakKind,
  { body }: Pick<UnsignedRequest, 'body'>,
  scheme: SignatureScheme | null,
  isSigned: boolean,
): BreakProblem | null {
  switch (kind) {
    case 'flip-byte':
    case 'truncated-body':
      return body.length === 0 ? 'no-body' : null
    case 'rewritten-body':
      return rewritten(body) === null ? 'not-json' : null
    case 'no-signature':
      return scheme === null ? 'not-signed' : scheme.pointer === undefined ? null : 'signed-in-body'
    case 'double-signature':
      return scheme === null || !isSigned ? 'not-signed' : scheme.pointer === undefined ? null : 'signed-in-body'
    case 'other-secret':
      return scheme === null || !isSigned ? 'not-signed' : null
    case 'old-timestamp':
      return scheme === null || !isSigned ? 'not-signed' : hasTimestamp(scheme) ? null : 'no-timestamp'
    case 'other-encoding':
      return scheme === null || !isSigned ? 'not-signed' : 'encoding' in scheme ? null : 'no-encoding'
  }
}

/** Whether signatures of this scheme have a timestamp that we can write. */
function hasTimestamp({ kind, timestamp, pointer }: SignatureScheme): boolean {
  if (kind === 'jwt' || kind === 'http-signature') return true
  if (timestamp === null) return false
  return timestamp.from !== 'body' || (pointer !== undefined && timestamp.name.startsWith('/'))
}

const dayMs = 86_400_000

/** Returns by how much a signature is backdated to be too old for the scheme, ms. */
export function backdatedByMs({ toleranceSeconds }: SignatureScheme): number {
  return Math.max(dayMs, (toleranceSeconds ?? 0) * 2000)
}

/** The scheme with its signature in another encoding than the receiver expects. Pure. */
export function withOtherEncoding(scheme: SignatureScheme): SignatureScheme {
  if (!('encoding' in scheme)) return scheme
  return { ...scheme, encoding: scheme.encoding === 'hex' ? 'base64' : 'hex' }
}

/** Breaks a request after it was signed. Pure. */
export function brokenRequest(
  request: UnsignedRequest,
  kind: BreakKind,
  scheme: SignatureScheme | null,
): UnsignedRequest {
  const { body, headers } = request
  const names = new Set([scheme?.header ?? '', ...(scheme?.alsoIn ?? [])].map((name) => name.toLowerCase()))
  switch (kind) {
    case 'flip-byte': {
      const middle = body.length >> 1
      return { ...request, body: body.map((byte, at) => (at === middle ? byte ^ 1 : byte)) }
    }
    case 'truncated-body':
      return { ...request, body: body.subarray(0, body.length >> 1) }
    case 'rewritten-body':
      return { ...request, body: rewritten(body) ?? body }
    case 'no-signature':
      return { ...request, headers: headers.filter(([name]) => !names.has(name.toLowerCase())) }
    case 'double-signature':
      return {
        ...request,
        headers: headers.flatMap((line) => (names.has(line[0].toLowerCase()) ? [line, line] : [line])),
      }
    case 'other-secret':
    case 'old-timestamp':
    case 'other-encoding':
      return request
  }
}

/** The same JSON with other white space, as after parsing and writing it; null for other bodies. Pure. */
function rewritten(body: Uint8Array): Uint8Array | null {
  try {
    const text = Buffer.from(body).toString('utf8')
    const value = parseExactly(text)
    const compact = JSON.stringify(value)
    return Buffer.from(compact === text ? JSON.stringify(value, null, 2) : compact, 'utf8')
  } catch {
    return null
  }
}

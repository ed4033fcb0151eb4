import { createHash } from 'node:crypto'
import { valueAt } from '../../shared/json/jsonPointer.ts'
import { placesOf, type SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { Signature } from '../../shared/wireTypes.ts'
import { bodyFields } from './bodyFields.ts'
import { kindOf } from './kindOf.ts'
import { readSignature } from './readSignature.ts'
import { signaturePointer } from './keys/secretPlaces.ts'
import { isForm } from './signedMessage.ts'
import type { SignedRequest } from './signedRequest.ts'
import { signedUrls } from './urlForms.ts'
import type { VerificationSecret } from './keys/verificationSecret.ts'

/** The body is part of the message, as it is or as a checksum of all of it. */
const wholeBody = /\{(?:body|crc32|md5)\}/
const fieldPlace = /^\{(?:field|line):(.*)\}$/

/**
 * Whether a signature over the message depends on the body: it is part of the message, as it is, by its fields or as a
 * form, or the URL carries its hash. A right signature over a URL alone must not make any body valid, unless the sender
 * signs nothing else.
 */
export function coversBody(scheme: SignatureScheme, request: SignedRequest, url: string): boolean {
  if (!('message' in scheme) || scheme.bodyUnsigned === true) return true
  if (wholeBody.test(scheme.message) || signedPointers(scheme).length > 0) return true
  const claimed =
    scheme.bodyHashParameter !== null && URL.canParse(url)
      ? new URL(url).searchParams.get(scheme.bodyHashParameter)
      : null
  if (claimed !== null) return claimed.toLowerCase() === createHash('sha256').update(request.body).digest('hex')
  return request.body.length === 0 || (/\{(?:form|sortedurl)\}/.test(scheme.message) && isForm(request))
}

/**
 * How much of the body a right signature proves: `partly` where only some of its fields are signed.
 * @param secret the one that proved the signature; without it a header with several signatures proves only what all cover
 */
export function bodyProven(
  request: SignedRequest,
  scheme: SignatureScheme,
  secret: VerificationSecret | undefined,
): Signature['bodyProven'] {
  if (scheme.bodyUnsigned === true || scheme.kind === 'token' || scheme.kind === 'basic') return false
  if (scheme.kind === 'jwt') return scheme.claims.bodyHash !== null || scheme.pointer === ''
  if (scheme.kind !== 'http-signature')
    return wholeBody.test(scheme.message) || signedPointers(scheme).length === 0 ? true : 'partly'
  const read = readSignature(request, scheme)
  if (read.kind !== 'found') return false
  const { coversBody: covers } = kindOf(scheme)
  return read.signatures.some((text) =>
    signedUrls(scheme, request).some((url) => {
      const values = { timestamp: null, id: null, url }
      const isRight = secret === undefined ? null : kindOf(scheme).checker({ request, scheme, secret, values })
      return covers?.(text, request, isRight) === true
    }),
  )
}

/** Maximum number of names that are listed. */
const maxNames = 40
const maxLeaves = 2_000

/** Fields of the body as JSON pointers, with `*` for each signed item: those that a signature over fields covers, and all others. */
export function provenFields(
  request: SignedRequest,
  scheme: SignatureScheme,
): { signed: string[]; unsigned: string[] } {
  const pointers = signedPointers(scheme)
  const { items } = scheme
  const root = bodyFields(request)
  const star = items === undefined ? '' : `${items}/*`
  const carrier = signaturePointer(scheme)
  const listed: unknown = items === undefined ? undefined : valueAt(root, items)
  const leaves = new Set([
    ...leavesOf(root, '', (pointer) => pointer === items),
    ...(Array.isArray(listed) ? listed.slice(0, maxNames).flatMap((item) => [...leavesOf(item, star)]) : []),
  ])
  const isSigned = (leaf: string) =>
    pointers.some((pointer) => leaf === star + pointer || leaf.startsWith(`${star}${pointer}/`))
  const others = [...leaves].filter((leaf) => leaf !== carrier)
  return {
    signed: others.filter(isSigned).slice(0, maxNames),
    unsigned: others.filter((leaf) => !isSigned(leaf)).slice(0, maxNames),
  }
}

function signedPointers(scheme: SignatureScheme): string[] {
  return 'message' in scheme ? placesOf(scheme.message).flatMap((place) => fieldPlace.exec(place)?.[1] ?? []) : []
}

/** The pointers of all values that are no objects. */
function leavesOf(root: unknown, start: string, isSkipped: (pointer: string) => boolean = () => false): Set<string> {
  const leaves = new Set<string>()
  const open: [pointer: string, value: unknown][] = [[start, root]]
  for (let [pointer, value] = open.pop() ?? []; pointer !== undefined; [pointer, value] = open.pop() ?? []) {
    if (leaves.size >= maxLeaves) break
    if (isSkipped(pointer)) continue
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      if (pointer !== start) leaves.add(pointer)
      continue
    }
    const at = pointer
    const fields = Object.entries(value).map(([name, inner]): [string, unknown] => [
      `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      inner,
    ])
    open.push(...fields.toReversed())
  }
  return leaves
}

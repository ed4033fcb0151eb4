import { z } from 'zod'
import { nearestName } from '../../../shared/nearestName.ts'
import { schemePreset } from '../../../shared/signature/schemePresets.ts'
import { signsUrl } from '../../../shared/signature/signatureScheme.ts'
import type { Signature } from '../../../shared/wireTypes.ts'
import { checkRequest } from './checkRequest.ts'
import { issueSentence } from '../../../shared/input/issueSentence.ts'
import { givenFile } from '../../basics/givenFile.ts'
import { schemeInFile } from './verifyInput.ts'
import { exitCodes, UsageProblem } from '../../../host/shells/exitCodes.ts'
import { longestKeyText } from '../../../engine/signature/keys/readPublicKeys.ts'
import { answerJson, remark } from '../../output/terminal.ts'

const secret = z.string().min(1).max(4096)
const line = z
  .object({
    secret: secret.optional(),
    secrets: z.array(secret).optional(),
    /** A public key, certificate or JWK set, as text or as a file's name. */
    key: z.string().min(1).max(longestKeyText).optional(),
    keyFile: z.string().min(1).max(4096).optional(),
    /** The header's value; null or absent when there was no header, or when it is among `headers`. */
    signature: z.string().nullish(),
    bodyBase64: z.base64(),
    /** The digest that the receiver's own code computed. */
    digest: z.string().trim().min(1).nullish(),
    scheme: z.string().optional(),
    /** Name of a file with a scheme. */
    schemeFile: z.string().min(1).max(4096).optional(),
    /** The value that the sender signs along and no request has. */
    setting: z.string().max(500).optional(),
    /** Either form in which headers are written elsewhere; schemes that sign a timestamp or an id read them here. */
    headers: z.union([z.record(z.string(), z.string()), z.array(z.tuple([z.string(), z.string()]))]).optional(),
    url: z.url().optional(),
    method: z.string().optional(),
    /** When it was received: an old signature is reported only where this is known. */
    receivedAt: z.iso.datetime({ offset: true }).optional(),
    /** The same, also as seconds since 1970. */
    at: z.union([z.iso.datetime({ offset: true }), z.number().min(0).max(253_402_300_799)]).optional(),
  })
  .refine(
    ({ secret: one, secrets, key, keyFile }) =>
      [one, secrets, key, keyFile].filter((given) => given !== undefined).length === 1,
    { error: 'give one of secret, secrets, key and keyFile' },
  )
  .refine(({ scheme, schemeFile }) => scheme === undefined || schemeFile === undefined, {
    error: 'give either scheme or schemeFile',
  })

/**
 * One JSON object a line in, one `signature` object a line out, in the same order. A line that cannot be read gives
 * `{"error": ...}` in its place, so that results stay aligned, and exit code 2 at the end.
 */
export function verifyBatch(text: string): number {
  let code: number = exitCodes.done
  const ignored = new Set<string>()
  for (const [index, raw] of text.split('\n').entries()) {
    if (raw.trim() === '') continue
    const result = checkLine(raw, ignored)
    if ('error' in result) {
      code = exitCodes.usage
      remark(`hookscope: line ${index + 1} of --batch: ${result.error}`)
    }
    answerJson(result)
  }
  // Recorded requests carry fields of their own; that they say nothing here is no mistake, but no secret either.
  if (ignored.size > 0) remark(`hookscope: --batch ignores unknown fields: ${[...ignored].join(', ')}.`)
  return code
}

/** @param ignored takes in the fields of the line that mean nothing here */
function checkLine(raw: string, ignored: Set<string>): Signature | { error: string } {
  let value: unknown
  try {
    value = JSON.parse(raw)
  } catch {
    return { error: 'is not JSON.' }
  }
  const parsed = line.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { error: issueSentence(issue?.path.join('.') ?? '', issue?.message ?? '') }
  }
  const { data } = parsed
  for (const field of Object.keys(Object(value))) {
    if (field in line.shape) continue
    const nearest = nearestName(field, Object.keys(line.shape))
    if (nearest !== null) return { error: `there is no field "${field}". Did you mean ${nearest}?` }
    ignored.add(field)
  }
  try {
    return check(data)
  } catch (error) {
    if (error instanceof UsageProblem) return { error: error.message }
    throw error
  }
}

function check(data: z.infer<typeof line>): Signature | { error: string } {
  const chosen =
    data.schemeFile === undefined ? schemePreset(data.scheme ?? 'service') : schemeInFile(data.schemeFile, 'schemeFile')
  if (chosen === undefined) return { error: `scheme is "${data.scheme ?? ''}", which is not known.` }
  const scheme =
    data.setting === undefined || chosen.setting === undefined
      ? chosen
      : { ...chosen, setting: { ...chosen.setting, value: data.setting } }
  if (data.url === undefined && signsUrl(scheme)) {
    return { error: `url is missing; ${scheme.label} signs the public URL along with the body.` }
  }
  const given = Array.isArray(data.headers) ? data.headers : Object.entries(data.headers ?? {})
  const key = data.keyFile === undefined ? data.key : givenFile(data.keyFile).toString('utf8')
  const texts = data.secrets ?? [data.secret ?? key ?? '']
  return checkRequest({
    request: {
      headers: [
        ...given.flat(),
        ...(data.signature == null || scheme.header === '' ? [] : withoutDouble(given, scheme.header, data.signature)),
      ],
      body: Buffer.from(data.bodyBase64, 'base64'),
      truncated: false,
      method: data.method ?? 'POST',
      urls: data.url === undefined ? [] : [data.url],
      receivedAt: momentOf(data.at ?? data.receivedAt),
    },
    scheme,
    secrets: texts.map((text, index) => ({ label: `secret ${index + 1}`, bytes: Buffer.from(text, 'utf8') })),
    digest: data.digest ?? null,
  })
}

function momentOf(at: string | number | undefined): number | null {
  if (at === undefined) return null
  return typeof at === 'number' ? at * 1000 : Date.parse(at)
}

/** A recorded request names its signature twice: in `signature` and among its headers. That is no doubled header. */
function withoutDouble(given: readonly [string, string][], header: string, signature: string): string[] {
  const isThere = given.some(([name, value]) => name.toLowerCase() === header.toLowerCase() && value === signature)
  return isThere ? [] : [header, signature]
}

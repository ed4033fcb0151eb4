import { headerValues } from '../../../shared/headers.ts'
import { scalarText, valueAt } from '../../../shared/json/jsonPointer.ts'
import { senderPresets } from '../../../shared/signature/schemePresets.ts'
import type { SenderPreset } from '../../../shared/signature/senderPreset.ts'
import type { HeaderForm } from '../../../shared/signature/signatureScheme.ts'

/** A sender that a request looks like, with the evidence. */
export interface RecognizedSender {
  /** Id of the preset. */
  scheme: string
  label: string
  /** Headers, and fields of the body as JSON pointers, that this sender has. */
  evidence: { from: 'header' | 'body'; name: string }[]
}

/** Names that other senders may have, too: evidence only together with the signature of this one. */
const commonNames = new Set([
  'webhook-id',
  'webhook-timestamp',
  'x-event-key',
  'x-event-name',
  'x-delivery-id',
  'x-request-uuid',
  'x-hook-uuid',
  'x-test-notification',
  'x-authorization-digest',
  'x-signature-timestamp',
  'signature-input',
])
/** Signature headers that many senders have: evidence only together with a name or fields of this one. */
const commonSignatures = new Set([
  'authorization',
  'signature',
  'webhook-signature',
  'x-signature',
  'x-signature-sha256',
  'x-webhook-signature',
])
/** Maximum number of candidates. */
const maxCandidates = 5

/**
 * Returns the senders that a request looks like, those with the most evidence; none without evidence. A header that a
 * sender is known by comes first; the fields of the body decide between senders with the same headers, and recognise
 * those whose signature is in the body. Pure; never throws.
 * @param root the parsed body, or undefined
 */
export function recognizeSenders(headers: readonly string[], root: unknown): RecognizedSender[] {
  const found = senderPresets.flatMap((preset) => {
    const candidate = preset.scheme.id === 'service' ? null : candidateOf(preset, headers, root)
    return candidate === null ? [] : [candidate]
  })
  const named = found.filter(({ isNamed }) => isNamed)
  const considered = named.length > 0 ? named : found
  const longest = Math.max(0, ...considered.map(({ evidence }) => evidence.length))
  return considered
    .filter(({ evidence }) => evidence.length === longest)
    .slice(0, maxCandidates)
    .map(({ preset: { scheme }, evidence }) => ({ scheme: scheme.id, label: scheme.label, evidence }))
}

interface Candidate {
  preset: SenderPreset
  evidence: RecognizedSender['evidence']
  /** A header is evidence, not the body alone. */
  isNamed: boolean
}

function candidateOf(preset: SenderPreset, headers: readonly string[], root: unknown): Candidate | null {
  const { scheme, telltales, shape = [] } = preset
  const has = (name: string) => headerValues(headers, name).length > 0
  const names = scheme.header === '' ? [] : [scheme.header, ...(scheme.alsoIn ?? [])]
  const signed = names.filter((name) => headerValues(headers, name).some((value) => fits(value, scheme.form)))
  const found = telltales.filter((name) => has(name) && (signed.length > 0 || !commonNames.has(name)))
  const isShaped = shape.length > 0 && shape.every((place) => holds(root, place))
  const counted = signed.filter((name) => found.length > 0 || isShaped || !commonSignatures.has(name.toLowerCase()))
  if (counted.length === 0 && found.length === 0 && !isShaped) return null
  const lower = [...new Set([...counted, ...found].map((name) => name.toLowerCase()))]
  const evidence = [
    ...lower.map((name) => ({ from: 'header' as const, name })),
    ...(isShaped ? shape.map((place) => ({ from: 'body' as const, name: place })) : []),
  ]
  return { preset, evidence, isNamed: lower.length > 0 }
}

/** Whether a header's value can be a signature of this form. */
function fits(value: string, form: HeaderForm): boolean {
  switch (form.kind) {
    case 'plain':
      return form.optional === true || value.trim().startsWith(form.prefix)
    case 'pairs':
      return value.split(form.separator).some((pair) => pair.trim().startsWith(`${form.key}=`))
    case 'list':
      return value.split(form.separator).some((entry) => entry.trim().startsWith(form.prefix))
    case 'last':
      return value.trim().startsWith(form.prefix) && value.includes(form.separator)
    case 'json':
      return value !== ''
  }
}

function holds(root: unknown, place: string): boolean {
  const [pointer = '', wanted] = place.split('=')
  const value = valueAt(root, pointer)
  return wanted === undefined ? value !== undefined && value !== null : scalarText(value) === wanted
}

import { headerValues } from '../../../../shared/headers.ts'
import { scalarText, valueAt } from '../../../../shared/json/jsonPointer.ts'
import { signaturesIn } from '../../../../shared/signature/signaturesIn.ts'
import { bodyFields } from '../../bodyFields.ts'
import { readSignature, signatureHeaderValues } from '../../readSignature.ts'
import type { TargetText } from '../digest/unwrapped.ts'
import type { ExplainInput } from '../types.ts'

/** Maximum signatures of a request. */
const maxSignatures = 64

/** The texts in the request that may be its signature: as the scheme's form reads it, then the whole value. */
export function receivedTexts({ request, scheme }: Pick<ExplainInput, 'request' | 'scheme'>): TargetText[] {
  if (scheme.pointer !== undefined) return textsInBody({ request, scheme })
  const own = headerValues(request.headers, scheme.header)
  const values = (own.length > 0 ? own : signatureHeaderValues(request, scheme)).slice(0, 16)
  return values.flatMap((value): TargetText[] => {
    const doubled: TargetText['changes'] =
      values.length > 1 ? [{ cause: 'header-doubled', cost: 2, how: ' in one of several headers' }] : []
    const signatures = signaturesIn(value, scheme.form).slice(0, maxSignatures)
    const prefixMissing: TargetText['changes'] =
      signatures.length === 0 && (scheme.form.kind !== 'plain' || scheme.form.prefix !== '')
        ? [{ cause: 'digest-prefix', cost: 1, how: " without the scheme's prefix" }]
        : []
    return [
      ...signatures.map((text) => ({ text, changes: doubled })),
      { text: value, changes: [...doubled, ...prefixMissing] },
    ]
  })
}

function textsInBody({ request, scheme }: Pick<ExplainInput, 'request' | 'scheme'>): TargetText[] {
  const read = readSignature(request, scheme)
  if (read.kind === 'found') return read.signatures.slice(0, maxSignatures).map((text) => ({ text, changes: [] }))
  const start = scheme.items === undefined ? '' : `${scheme.items}/0`
  const found = scalarText(valueAt(bodyFields(request), start + (scheme.pointer ?? '')))
  return found === null ? [] : [{ text: found, changes: [] }]
}

import type { HeaderForm, SignatureScheme } from '../../shared/signature/signatureScheme.ts'

/** What a scheme does, in one or two plain sentences. Pure. */
export function describeScheme(scheme: SignatureScheme): string {
  const { header, form, algorithm, encoding, toleranceSeconds } = scheme
  const what = `${header}${describeForm(form)}: ${encoding} of HMAC-${algorithm.toUpperCase()} over ${describeMessage(scheme)}`
  const age = toleranceSeconds === null ? '' : ` Too old after ${toleranceSeconds} s.`
  return `${what}, ${describeKey(scheme)}.${age}`
}

function describeForm(form: HeaderForm): string {
  switch (form.kind) {
    case 'plain':
      return form.prefix === '' ? '' : ` after "${form.prefix}"`
    case 'pairs':
      return `, pair ${form.key}=`
    case 'list':
      return `, each entry after "${form.prefix}"`
  }
}

function describeMessage({ message }: SignatureScheme): string {
  return message === '{body}' ? "the body's raw bytes" : message
}

function describeKey({ key: { decode, prefix } }: SignatureScheme): string {
  const rest = prefix === '' ? 'the shared secret' : `the shared secret without "${prefix}"`
  return decode === 'utf8' ? `keyed with ${rest} as UTF-8` : `keyed with ${rest}, decoded from ${decode}`
}

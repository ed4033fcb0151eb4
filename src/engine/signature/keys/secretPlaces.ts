import type { Secrets } from '../../../shared/redaction/handedOut.ts'
import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'

/** Where in the body the signature is, as a JSON pointer with `*` for each item; null where it is in a header. Pure. */
export function signaturePointer({ pointer, items }: Pick<SignatureScheme, 'pointer' | 'items'>): string | null {
  if (pointer === undefined) return null
  return items === undefined ? pointer : `${items}/*${pointer}`
}

/** Where requests of these schemes carry the secret itself; empty for signing schemes. Pure. */
export function secretPlaces(schemes: readonly SignatureScheme[]): Pick<Secrets, 'headers' | 'pointers'> {
  const carrying = schemes.filter(({ kind }) => kind === 'token' || kind === 'basic')
  return {
    headers: carrying.flatMap(({ header, alsoIn = [] }) => [header, ...alsoIn]).filter((name) => name !== ''),
    pointers: carrying.flatMap((scheme) => signaturePointer(scheme) ?? []),
  }
}

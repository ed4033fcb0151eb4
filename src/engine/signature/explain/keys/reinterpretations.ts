import { hash } from 'node:crypto'
import type { KeyForm } from '../../../../shared/signature/signatureScheme.ts'
import { type Variant, variant } from '../causes/change.ts'
import { isHere } from '../../hashes.ts'

/** Known prefixes. Anything else may be part of the secret, which is never shown. */
const prefixes = /^(?:whsec_|whsk_|whpk_|sk_live_|sk_test_|secret_|shpss_|key[-_]|lin_wh_)/

/** The secret decoded, encoded or hashed in another way than the scheme does. */
export function reinterpretations(raw: Buffer, form: KeyForm): Variant[] {
  const text = raw.toString('latin1')
  const prefix = form.prefix !== '' && text.startsWith(form.prefix) ? form.prefix : (prefixes.exec(text)?.[0] ?? '')
  const rest = text.slice(prefix.length)
  const decodes = form.decode !== 'utf8'
  const asText = decodes ? 'secret-not-decoded' : 'secret-prefix'
  return [
    variant('secret-not-decoded', 3, ' as its whole text without decoding', () => raw),
    ...(form.decode === 'hex'
      ? (['lower', 'upper'] as const).map((letters) =>
          variant('secret-not-decoded', 4, ` as its whole text in ${letters} case without decoding`, () =>
            letters === 'lower' ? text.toLowerCase() : text.toUpperCase(),
          ),
        )
      : []),
    ...(prefix === '' ? [] : [variant(asText, 4, ` without its prefix ${prefix}`, () => Buffer.from(rest, 'latin1'))]),
    ...decodedVariants(rest, prefix === '' ? 'none' : { removed: prefix }, decodes),
    ...(prefix === '' ? [] : decodedVariants(text, 'kept', decodes)),
    ...(form.prefix === '' || prefix !== ''
      ? []
      : [
          variant('secret-prefix', 4, ` with ${form.prefix} before it`, () =>
            Buffer.concat([Buffer.from(form.prefix), raw]),
          ),
        ]),
    variant('secret-encoded', 5, ' in base64', () => raw.toString('base64')),
    variant('secret-encoded', 5, ' in hex', () => raw.toString('hex')),
    variant('secret-encoded', 6, ' in base64url', () => raw.toString('base64url')),
    variant('secret-encoded', 6, ' in upper-case hex', () => raw.toString('hex').toUpperCase()),
    variant('secret-hashed', 7, ', hashed by SHA-256 (bytes)', () => Buffer.from(hash('sha256', raw, 'hex'), 'hex')),
    variant('secret-hashed', 7, ', hashed by SHA-256 (hex)', () => hash('sha256', raw, 'hex')),
    variant('secret-hashed', 8, ', hashed by SHA-256 (base64)', () => hash('sha256', raw, 'base64')),
    variant('secret-encoded', 7, ' in base64 twice', () => Buffer.from(raw.toString('base64')).toString('base64')),
    variant('secret-encoded', 7, ' with a line feed at its end, in base64', () =>
      Buffer.concat([raw, Buffer.of(10)]).toString('base64'),
    ),
    ...(
      [
        ['md5', 'MD5'],
        ['sha1', 'SHA-1'],
        ['sha512', 'SHA-512'],
      ] as const
    )
      .filter(([name]) => isHere(name))
      .flatMap(([name, label]) => [
        variant('secret-hashed', 8, `, hashed by ${label} (hex)`, () => hash(name, raw, 'hex')),
        variant('secret-hashed', 8, `, hashed by ${label} (bytes)`, () => Buffer.from(hash(name, raw, 'hex'), 'hex')),
      ]),
    variant('secret-hashed', 8, ': only the first 8 hex digits of its SHA-256', () =>
      hash('sha256', raw, 'hex').slice(0, 8),
    ),
  ]
}

/** @param prefix what happened to the secret's prefix before it was decoded */
function decodedVariants(
  text: string,
  prefix: 'none' | 'kept' | { removed: string },
  schemeDecodes: boolean,
): Variant[] {
  const cost = (schemeDecodes ? 5 : 4) + (prefix === 'none' ? 0 : 1)
  const howOf = (from: string) => {
    if (prefix === 'none') return ` decoded from ${from}`
    if (prefix === 'kept') return ` with its prefix, decoded from ${from}`
    return ` without its prefix ${prefix.removed}, decoded from ${from}`
  }
  const change = (from: string, make: () => Buffer | null) => variant('secret-decoded', cost, howOf(from), make)
  return [
    change('base64', () => (/^[A-Za-z0-9+/\s]{4,}(?:={1,2}\s*)?$/.test(text) ? Buffer.from(text, 'base64') : null)),
    change('base64url', () => (/^[A-Za-z0-9_-]{4,}={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : null)),
    change('hex', () => (/^(?:[0-9A-Fa-f]{2})+$/.test(text) ? Buffer.from(text, 'hex') : null)),
    change('base64 by a lenient decoder, which skips every other character', () =>
      /[A-Za-z0-9]{2}/.test(text) ? Buffer.from(text, 'base64') : null,
    ),
    // atob returns text, and a decoder may convert the bytes to text: both are then written as UTF-8.
    change('base64, each byte as a character', () =>
      /^[A-Za-z0-9+/]{4,}={0,2}$/.test(text)
        ? Buffer.from(Buffer.from(text, 'base64').toString('latin1'), 'utf8')
        : null,
    ),
    change('base64 and read as UTF-8', () =>
      /^[A-Za-z0-9+/]{4,}={0,2}$/.test(text) ? Buffer.from(Buffer.from(text, 'base64').toString('utf8'), 'utf8') : null,
    ),
  ]
}

import { hash } from 'node:crypto'
import type { KeyForm } from '../../../../shared/signature/signatureScheme.ts'
import { type Variant, variant } from '../causes/change.ts'

/** Known prefixes only: what merely looks like one may be the beginning of the secret, which is never shown. */
const prefixes = /^(?:whsec_|whsk_|whpk_|sk_live_|sk_test_|secret_|shpss_|key[-_]|lin_wh_)/

/** The secret read or written in another way than the scheme says. */
export function reinterpretations(raw: Buffer, form: KeyForm): Variant[] {
  const text = raw.toString('latin1')
  const prefix = form.prefix !== '' && text.startsWith(form.prefix) ? form.prefix : (prefixes.exec(text)?.[0] ?? '')
  const rest = text.slice(prefix.length)
  const decodes = form.decode !== 'utf8'
  const asText = decodes ? 'secret-not-decoded' : 'secret-prefix'
  const stripped = prefix === '' ? '' : ` without its prefix ${prefix},`
  return [
    variant('secret-not-decoded', 3, ' as its whole text without decoding', () => raw),
    ...(prefix === '' ? [] : [variant(asText, 4, ` without its prefix ${prefix}`, () => Buffer.from(rest, 'latin1'))]),
    ...decoded(rest, stripped, decodes),
    ...(prefix === '' ? [] : decoded(text, ' with its prefix,', decodes)),
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
    variant('secret-hashed', 7, ' hashed by SHA-256 (bytes)', () => Buffer.from(hash('sha256', raw, 'hex'), 'hex')),
    variant('secret-hashed', 7, ' hashed by SHA-256 (hex)', () => hash('sha256', raw, 'hex')),
    variant('secret-hashed', 8, ' hashed by MD5 (hex)', () => hash('md5', raw, 'hex')),
  ]
}

function decoded(text: string, prefix: string, schemeDecodes: boolean): Variant[] {
  const cost = schemeDecodes ? 5 : 4
  const change = (words: string, make: () => Buffer | null) =>
    variant('secret-decoded', cost + (prefix === '' ? 0 : 1), `${prefix}${words}`, make)
  return [
    change(' decoded from base64', () =>
      /^[A-Za-z0-9+/\s]{4,}={0,2}\s*$/.test(text) ? Buffer.from(text, 'base64') : null,
    ),
    change(' decoded from base64url', () =>
      /^[A-Za-z0-9_-]{4,}={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : null,
    ),
    change(' decoded from hex', () => (/^(?:[0-9A-Fa-f]{2})+$/.test(text) ? Buffer.from(text, 'hex') : null)),
    change(' decoded from base64 by a lenient decoder, which skips every other character', () =>
      /[A-Za-z0-9]{2}/.test(text) ? Buffer.from(text, 'base64') : null,
    ),
  ]
}

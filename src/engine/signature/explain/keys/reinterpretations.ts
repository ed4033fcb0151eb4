import { hash } from 'node:crypto'
import type { KeyForm } from '../../../../shared/signature/signatureScheme.ts'
import type { ChangeHow } from '../../../../shared/codes/changes.ts'
import { changed, type Variant, variant } from '../causes/change.ts'
import { isHere } from '../../hashes.ts'

/** Known prefixes only: what merely looks like one may be the beginning of the secret, which is never shown. */
const prefixes = /^(?:whsec_|whsk_|whpk_|sk_live_|sk_test_|secret_|shpss_|key[-_]|lin_wh_)/

/** The secret read or written in another way than the scheme says. */
export function reinterpretations(raw: Buffer, form: KeyForm): Variant[] {
  const text = raw.toString('latin1')
  const prefix = form.prefix !== '' && text.startsWith(form.prefix) ? form.prefix : (prefixes.exec(text)?.[0] ?? '')
  const rest = text.slice(prefix.length)
  const decodes = form.decode !== 'utf8'
  const asText = decodes ? 'secret-not-decoded' : 'secret-prefix'
  return [
    variant('secret-not-decoded', 3, changed('not-decoded'), () => raw),
    ...(prefix === ''
      ? []
      : [variant(asText, 4, changed('prefix-removed', { prefix }), () => Buffer.from(rest, 'latin1'))]),
    ...decoded(rest, prefix === '' ? 'none' : { removed: prefix }, decodes),
    ...(prefix === '' ? [] : decoded(text, 'kept', decodes)),
    ...(form.prefix === '' || prefix !== ''
      ? []
      : [
          variant('secret-prefix', 4, changed('prefix-added', { prefix: form.prefix }), () =>
            Buffer.concat([Buffer.from(form.prefix), raw]),
          ),
        ]),
    variant('secret-encoded', 5, changed('encoded', { as: 'base64' }), () => raw.toString('base64')),
    variant('secret-encoded', 5, changed('encoded', { as: 'hex' }), () => raw.toString('hex')),
    variant('secret-encoded', 6, changed('encoded', { as: 'base64url' }), () => raw.toString('base64url')),
    variant('secret-encoded', 6, changed('encoded', { as: 'upper-case-hex' }), () => raw.toString('hex').toUpperCase()),
    variant('secret-hashed', 7, changed('hashed', { hash: 'SHA-256', as: 'bytes' }), () =>
      Buffer.from(hash('sha256', raw, 'hex'), 'hex'),
    ),
    variant('secret-hashed', 7, changed('hashed', { hash: 'SHA-256', as: 'hex' }), () => hash('sha256', raw, 'hex')),
    variant('secret-hashed', 8, changed('hashed', { hash: 'SHA-256', as: 'base64' }), () =>
      hash('sha256', raw, 'base64'),
    ),
    ...(
      [
        ['md5', 'MD5'],
        ['sha1', 'SHA-1'],
      ] as const
    )
      .filter(([name]) => isHere(name))
      .map(([name, label]) =>
        variant('secret-hashed', 8, changed('hashed', { hash: label, as: 'hex' }), () => hash(name, raw, 'hex')),
      ),
    variant('secret-hashed', 8, changed('hashed', { hash: 'SHA-256', as: 'fingerprint' }), () =>
      hash('sha256', raw, 'hex').slice(0, 8),
    ),
  ]
}

type Decoder = Extract<ChangeHow, { code: 'decoded' }>['fields']['from']

/** @param prefix what happened to the secret's prefix before it was decoded */
function decoded(text: string, prefix: 'none' | 'kept' | { removed: string }, schemeDecodes: boolean): Variant[] {
  const cost = (schemeDecodes ? 5 : 4) + (prefix === 'none' ? 0 : 1)
  const howOf = (from: Decoder) => {
    if (prefix === 'none') return changed('decoded', { from })
    if (prefix === 'kept') return changed('decoded-with-prefix', { from })
    return changed('decoded-without-prefix', { from, prefix: prefix.removed })
  }
  const change = (from: Decoder, make: () => Buffer | null) => variant('secret-decoded', cost, howOf(from), make)
  return [
    change('base64', () => (/^[A-Za-z0-9+/\s]{4,}(?:={1,2}\s*)?$/.test(text) ? Buffer.from(text, 'base64') : null)),
    change('base64url', () => (/^[A-Za-z0-9_-]{4,}={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : null)),
    change('hex', () => (/^(?:[0-9A-Fa-f]{2})+$/.test(text) ? Buffer.from(text, 'hex') : null)),
    change('base64-lenient', () => (/[A-Za-z0-9]{2}/.test(text) ? Buffer.from(text, 'base64') : null)),
  ]
}

import type { PlainHmacScheme } from '../../../../shared/signature/signatureScheme.ts'
import { type Variant, variant } from '../causes/change.ts'

const unloaded = [
  '',
  'undefined',
  'null',
  'None',
  'nil',
  'NULL',
  'nan',
  'NaN',
  'false',
  '[object Object]',
  '""',
  '<nil>',
  '<no value>',
  'Array',
]

/** What languages make of a secret that is not there. */
export function unloadedVariants(scheme: PlainHmacScheme): Variant[] {
  const decode = scheme.key.decode
  return unloaded.flatMap((text) => {
    const words = text === '' ? 'an empty text' : `the text ${text}`
    const plain = variant('secret-not-loaded', 5, words, () => Buffer.from(text))
    if (decode === 'utf8' || text === '') return [plain]
    return [plain, variant('secret-not-loaded', 6, `${words}, decoded from ${decode}`, () => Buffer.from(text, decode))]
  })
}

const placeholders = [
  'secret',
  'changeme',
  'test',
  'your-secret',
  'your_secret',
  'your-secret-here',
  'your-webhook-secret',
  'your_webhook_secret',
  'YOUR_SECRET',
  'YOUR_WEBHOOK_SECRET',
  'WEBHOOK_SECRET',
  '$WEBHOOK_SECRET',
  '${WEBHOOK_SECRET}',
  '%WEBHOOK_SECRET%',
  'process.env.WEBHOOK_SECRET',
  '<secret>',
]

/** Texts that examples have in place of the secret. */
export function placeholderVariants(): Variant[] {
  return placeholders.map((text) => variant('secret-placeholder', 7, `the text ${text}`, () => Buffer.from(text)))
}

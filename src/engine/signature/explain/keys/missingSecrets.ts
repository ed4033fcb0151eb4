import type { DigestScheme } from '../../../../shared/signature/signatureScheme.ts'
import { changed, type Variant, variant } from '../causes/change.ts'

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
export function unloadedVariants(scheme: DigestScheme): Variant[] {
  const decode = scheme.key.decode
  return unloaded.flatMap((text) => {
    const plain = variant('secret-not-loaded', 5, changed('text-as-key', { text }), () => Buffer.from(text))
    if (decode === 'utf8' || decode === 'sha1' || text === '') return [plain]
    const decoded = changed('decoded-text-as-key', { text, from: decode })
    return [plain, variant('secret-not-loaded', 6, decoded, () => Buffer.from(text, decode))]
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
  'your_secret_here',
  'YOUR_SECRET_HERE',
  '<your-secret>',
  'my-secret',
  'my_secret',
  'mysecret',
  'supersecret',
  'super-secret',
  'password',
  'webhook-secret',
  'webhook_secret',
  'test-secret',
  'test_secret',
  'testsecret',
  'shared-secret',
  'whsec_...',
  'whsec_test_secret',
  'whsec_xxx',
  'xxx',
  'xxxxxxxx',
  'TODO',
  'dummy',
  'example',
  'placeholder',
  '***',
  '********',
  '[REDACTED]',
  '[FILTERED]',
  '12345',
  '123456',
]

/** Texts that examples have in place of the secret. */
export function placeholderVariants(): Variant[] {
  return placeholders.map((text) =>
    variant('secret-placeholder', 7, changed('text-as-key', { text }), () => Buffer.from(text)),
  )
}

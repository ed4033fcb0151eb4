import type { DigestScheme } from '../../../../shared/signature/signatureScheme.ts'
import { type Variant, variant } from '../causes/change.ts'

const missingTexts = [
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

/** Texts that languages print for a missing secret. */
export function unloadedVariants(scheme: DigestScheme): Variant[] {
  const decode = scheme.key.decode
  return missingTexts.flatMap((text) => {
    const words = text === '' ? 'an empty text' : `the text ${text}`
    const plain = variant('secret-not-loaded', 5, words, () => Buffer.from(text))
    if (decode === 'utf8' || decode === 'sha1' || text === '') return [plain]
    const decoded = variant('secret-not-loaded', 6, `${words}, decoded from ${decode}`, () => Buffer.from(text, decode))
    return [plain, decoded]
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

/** Names of variables in senders' guides and libraries. */
const variables = [
  'WEBHOOK_SECRET',
  'SIGNING_SECRET',
  'WEBHOOK_SIGNING_SECRET',
  'SECRET_TOKEN',
  'WEBHOOK_TOKEN',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_ENDPOINT_SECRET',
  'STRIPE_SIGNING_SECRET',
  'GITHUB_WEBHOOK_SECRET',
  'GITHUB_SECRET',
  'GITLAB_TOKEN',
  'GITLAB_WEBHOOK_TOKEN',
  'GITLAB_SECRET_TOKEN',
  'SLACK_SIGNING_SECRET',
  'SHOPIFY_API_SECRET',
  'SHOPIFY_API_SECRET_KEY',
  'SHOPIFY_WEBHOOK_SECRET',
  'TWILIO_AUTH_TOKEN',
  'SVIX_WEBHOOK_SECRET',
  'SVIX_SECRET',
  'CLERK_WEBHOOK_SECRET',
  'CLERK_WEBHOOK_SIGNING_SECRET',
  'PADDLE_WEBHOOK_SECRET',
  'PADDLE_NOTIFICATION_WEBHOOK_SECRET',
  'SQUARE_SIGNATURE_KEY',
  'ZOOM_WEBHOOK_SECRET_TOKEN',
  'LINEAR_WEBHOOK_SECRET',
  'RESEND_WEBHOOK_SECRET',
  'HUBSPOT_CLIENT_SECRET',
  'MAILGUN_SIGNING_KEY',
  'LEMONSQUEEZY_WEBHOOK_SECRET',
  'OPENAI_WEBHOOK_SECRET',
]

/** How shells, languages and templates name a variable that was not filled in. */
function unfilledVariable(name: string): string[] {
  return [
    name,
    `$${name}`,
    `\${${name}}`,
    `%${name}%`,
    `process.env.${name}`,
    `{{ ${name} }}`,
    `\${{ secrets.${name} }}`,
  ]
}

/** Texts that examples have in place of the secret. */
export function placeholderVariants(): Variant[] {
  return placeholders.map((text) => asKey(text, 7))
}

/** Names of variables that were not filled in. */
export function variableVariants(): Variant[] {
  return variables.flatMap(unfilledVariable).map((text) => asKey(text, 8))
}

function asKey(text: string, cost: number): Variant {
  return variant('secret-placeholder', cost, `the text ${text}`, () => Buffer.from(text))
}

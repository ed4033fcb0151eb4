import { createHash } from 'node:crypto'
import { schemePreset } from '../../../src/shared/signature/schemePresets.ts'
import { buildInput, liveSecret, secret, sign } from './buildInput.ts'
import type { Example } from './examples.ts'

const body = '{"id":"b3b3318e","action":"create"}'

/** The header was signed with `used`; Hookscope knows `known`. */
function wire(cause: string, title: string, known: string | Uint8Array, used: string | Uint8Array): Example {
  return { cause, title, make: () => buildInput({ body, header: sign(used, body), secrets: [secret(known)] }) }
}

/** The header is right; the user's code used another key. */
function receiver(cause: string, title: string, used: string | Uint8Array, known = liveSecret): Example {
  return {
    cause,
    title,
    make: () => buildInput({ body, header: sign(known, body), digest: sign(used, body), secrets: [secret(known)] }),
  }
}

export const secretExamples: readonly Example[] = [
  {
    cause: 'secret-other-environment',
    title: 'The sender signs with the secret of the staging environment',
    make: () =>
      buildInput({
        body,
        header: sign('staging-secret', body),
        secrets: [
          secret(liveSecret),
          secret('staging-secret', { label: 'staging', environment: 'Staging', standing: 'other' }),
        ],
      }),
  },
  {
    cause: 'secret-previous',
    title: 'The sender still signs with the secret from before the rotation',
    make: () =>
      buildInput({
        body,
        header: sign('the-old-one', body),
        secrets: [secret(liveSecret), secret('the-old-one', { label: 'old', standing: 'previous' })],
      }),
  },
  {
    cause: 'secret-newer',
    title: "The user's code has the new secret while the sender still has the old one",
    make: () =>
      buildInput({
        body,
        header: sign('the-old-one', body),
        digest: sign(liveSecret, body),
        secrets: [secret(liveSecret), secret('the-old-one', { label: 'old', standing: 'previous' })],
      }),
  },
  wire('secret-typo', 'Two characters of the secret were swapped when it was typed', 'A7B6gFl2KFI921gJ', liveSecret),
  receiver('secret-typo', "A character of the secret is missing in the code's configuration", 'A7B6Fgl2KI921gJ'),
  receiver('secret-doubled', 'The secret was pasted twice into the variable', liveSecret + liveSecret),
  receiver('secret-placeholder', 'The name of the variable was used in place of its value', '$GITLAB_TOKEN'),
  wire('secret-whitespace', 'The secret was entered with a line feed at its end', `${liveSecret}\n`, liveSecret),
  wire('secret-whitespace', 'The secret was entered with a space before it', ` ${liveSecret}`, liveSecret),
  receiver(
    'secret-whitespace',
    "The user's code read the secret from a file that ends in a line feed",
    `${liveSecret}\n`,
  ),
  receiver('secret-whitespace', "The user's code read the secret from a file with CRLF", `${liveSecret}\r\n`),
  wire('secret-quotes', 'The secret was entered with the quotes of a .env file', `"${liveSecret}"`, liveSecret),
  receiver('secret-quotes', 'docker --env-file kept the quotes', `'${liveSecret}'`),
  receiver('secret-bom', 'The file with the secret begins with a byte order mark', `\ufeff${liveSecret}`),
  receiver('secret-cut', 'A # in an unquoted .env value began a comment', 'A7B6', 'A7B6#Fgl2KFI921gJ'),
  wire('secret-cut', 'The whole line of a .env file was entered', `WEBHOOK_SECRET=${liveSecret}`, liveSecret),
  receiver(
    'secret-decoded',
    "The user's code decodes a secret that looks like base64",
    Buffer.from(liveSecret, 'base64'),
  ),
  receiver(
    'secret-decoded',
    "The user's code decodes a secret that looks like hex",
    Buffer.from('00ff10203040', 'hex'),
    '00ff10203040',
  ),
  {
    cause: 'secret-not-decoded',
    title: 'A Standard Webhooks secret was used as text',
    make: () => {
      const scheme = schemePreset('standard-webhooks')
      const text = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
      return buildInput({
        body,
        header: `v1,${sign(text, `msg_1.1614265330.${body}`)}`,
        headers: ['webhook-id', 'msg_1', 'webhook-timestamp', '1614265330'],
        secrets: [secret(text)],
        ...(scheme === undefined ? {} : { scheme }),
      })
    },
  },
  receiver(
    'secret-encoded',
    "The user's code encodes the secret in base64 first",
    Buffer.from(liveSecret).toString('base64'),
  ),
  receiver(
    'secret-prefix',
    "The user's code strips whsec_ although the whole text is the key",
    'aVeryLongPartOfIt',
    'whsec_aVeryLongPartOfIt',
  ),
  {
    cause: 'secret-prefix',
    title: 'The quotes of a .env file stand before whsec_, so that it was decoded with the rest',
    make: () => {
      const scheme = schemePreset('standard-webhooks')
      const text = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
      return buildInput({
        body,
        header: `v1,${sign(Buffer.from(`"${text}"`, 'base64'), `msg_1.1614265330.${body}`)}`,
        headers: ['webhook-id', 'msg_1', 'webhook-timestamp', '1614265330'],
        secrets: [secret(text)],
        ...(scheme === undefined ? {} : { scheme }),
      })
    },
  },
  receiver(
    'secret-letter-case',
    "The user's code has the hex secret in upper case",
    'DEADBEEF00CAFE',
    'deadbeef00cafe',
  ),
  receiver('secret-normalised', 'The secret was normalised', 'Zu\u0308rich-secret', 'Z\u00fcrich-secret'),
  receiver(
    'secret-charset',
    'The secret was read as Latin-1',
    Buffer.from('Z\u00fcrich-secret', 'latin1'),
    'Z\u00fcrich-secret',
  ),
  receiver('secret-charset', 'Encoding.Unicode.GetBytes(secret) in .NET', Buffer.from(liveSecret, 'utf16le')),
  receiver('secret-escaped', 'The secret went through a URL', 'a%2Bb%2Fc%3D', 'a+b/c='),
  receiver(
    'secret-hashed',
    "The user's code hashes the secret first",
    createHash('sha256').update(liveSecret).digest(),
  ),
  receiver('secret-not-loaded', 'The variable is not set, and String(undefined) became the key', 'undefined'),
  receiver('secret-not-loaded', 'The variable is empty', ''),
  wire('secret-not-loaded', 'The sender has no secret and signs with an empty one', liveSecret, ''),
  receiver('secret-placeholder', 'The placeholder of an example was left in place', 'your-webhook-secret'),
]

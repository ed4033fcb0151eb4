import { createHmac } from 'node:crypto'
import { schemePreset, serviceScheme } from '../../../src/shared/signature/schemePresets.ts'
import { buildInput, liveSecret, secret, sign } from './buildInput.ts'
import type { Example } from './examples.ts'

const body = '{"name":"Z\u00fcrich"}'
const unknown = sign('a secret that nobody here knows', body)

export const observationExamples: readonly Example[] = [
  {
    cause: 'body-truncated',
    title: 'The body is larger than what is kept',
    make: () => buildInput({ body, header: unknown, truncated: true }),
  },
  {
    cause: 'body-shorter-than-announced',
    title: 'The connection ended early',
    make: () => buildInput({ body, header: unknown, contentLength: 1000 }),
  },
  {
    cause: 'body-longer-than-announced',
    title: 'The body grew without Content-Length',
    make: () => buildInput({ body, header: unknown, contentLength: 5 }),
  },
  {
    cause: 'content-length-characters',
    title: 'Content-Length is the number of characters',
    make: () => buildInput({ body, header: unknown, contentLength: body.length }),
  },
  {
    cause: 'body-ends-early',
    title: 'The JSON stops in the middle',
    make: () => buildInput({ body: '{"a":[1,2', header: unknown }),
  },
  {
    cause: 'body-is-compressed',
    title: 'The body is compressed',
    make: () =>
      buildInput({
        body: Buffer.from('1f8b08000000000000030000000000000000000000000000000000', 'hex'),
        header: unknown,
      }),
  },
  {
    cause: 'header-other-scheme',
    title: "The request has GitHub's header instead",
    make: () => buildInput({ body, header: null, headers: ['X-Hub-Signature-256', 'sha256=00'] }),
  },
  { cause: 'header-absent', title: 'The request has no signature', make: () => buildInput({ body, header: null }) },
  {
    cause: 'header-came-twice',
    title: 'The header came twice and neither is right',
    make: () => buildInput({ body, header: [unknown, unknown] }),
  },
  {
    cause: 'header-several-signatures',
    title: 'Two signatures, and neither is right',
    make: () =>
      buildInput({
        body,
        header: `v1,${unknown} v1,${sign('another', body)}`,
        headers: ['svix-id', 'm', 'svix-timestamp', '1700000000'],
        scheme: schemePreset('svix') ?? serviceScheme,
        secrets: [secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')],
      }),
  },
  {
    cause: 'signed-value-missing',
    title: 'The header with the timestamp was dropped',
    make: () => buildInput({ body, header: `v0=${'0'.repeat(64)}`, scheme: schemePreset('slack') ?? serviceScheme }),
  },
  {
    cause: 'digest-wrong-length',
    title: 'The signature is too short',
    make: () => buildInput({ body, header: 'jeY/WGRS5RPYKG4K5Rv7PA==' }),
  },
  { cause: 'digest-unreadable', title: 'The signature is no digest', make: () => buildInput({ body, header: '***' }) },
  { cause: 'digest-empty', title: 'The signature is empty', make: () => buildInput({ body, header: '' }) },
  {
    cause: 'timestamp-too-old',
    title: 'The signature is right and an hour old',
    make: () =>
      buildInput({
        body,
        header: `t=1700000000,v1=${createHmac('sha256', liveSecret).update(`1700000000.${body}`).digest('hex')}`,
        scheme: schemePreset('stripe') ?? serviceScheme,
        receivedAt: 1_700_003_600_000,
      }),
  },
  {
    cause: 'secret-suspicious-ends',
    title: 'A secret with a space at its end, which is not the cause',
    make: () => buildInput({ body, header: unknown, secrets: [secret(`${liveSecret} `)] }),
  },
  {
    cause: 'secret-unusable',
    title: 'A secret that is not hex',
    make: () => buildInput({ body, header: unknown, scheme: { ...serviceScheme, key: { decode: 'hex', prefix: '' } } }),
  },
  {
    cause: 'no-secret',
    title: 'No secret was entered',
    make: () => buildInput({ body, header: unknown, secrets: [] }),
  },
]

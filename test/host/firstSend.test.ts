import { createRouterClient } from '@orpc/server'
import { afterAll, beforeAll, expect } from 'vitest'
import { type ComposeDraft, sendInput, withWayToSign } from '../../src/renderer/features/send/compose/composeDraft.ts'
import {
  sourceOfExample,
  smallestRequest,
  usualSource,
} from '../../src/renderer/features/send/compose/requestStarts.tsx'
import { startHost } from '../../src/host/startHost.ts'
import type { Host } from '../../src/host/shells/types.ts'
import { schemePreset, schemePresets } from '../../src/shared/signature/schemePresets.ts'
import { credentialOf, type SignatureScheme } from '../../src/shared/signature/signatureScheme.ts'
import { scratchFolder } from '../build/startServe.ts'
import { fewAndAll } from '../support/fewAndAll.ts'

const folder = scratchFolder()
let host: Host
const client = () => createRouterClient(host.router, { context: {} })

beforeAll(async () => {
  host = await startHost({ dataFolder: folder.path, receiverPort: 0, version: 'test' })
})

afterAll(async () => {
  await host.stop()
  folder.remove()
})

/** A secret in the form that a scheme takes. */
function secretFor(scheme: SignatureScheme): string {
  if (scheme.kind === 'basic') return 'user:password'
  const key = 'key' in scheme ? scheme.key : { decode: 'utf8', prefix: '' }
  const bytes = Buffer.from('0123456789abcdef0123456789abcdef')
  const encoded = key.decode === 'hex' || key.decode === 'base64' ? bytes.toString(key.decode) : bytes.toString()
  return key.prefix + encoded
}

/** Sends what the page would send without an edit. */
async function firstSend(scheme: SignatureScheme) {
  const isKey = credentialOf(scheme) === 'public-key'
  const { id } = await client().environments.create({ name: scheme.id, kind: 'sender', signatureScheme: scheme.id })
  if (!isKey) await client().environments.update({ id, sharedSecret: secretFor(scheme) })
  await client().environments.activate({ id })
  const environments = await client().environments.list()
  const source = usualSource({ signatureScheme: scheme.id })
  const { draft, bytes } =
    source === 'nothing'
      ? smallestRequest(schemePreset(scheme.id))
      : sourceOfExample(source.slice('example:'.length), scheme.id)
  const signed: ComposeDraft = withWayToSign(draft, environments, id)
  const { run } = await client().sends.start(sendInput(signed, bytes, null))
  let view = await client().sends.get({ run })
  while (view.state === 'running') view = await client().sends.get({ run, after: view.sent })
  const listed = async () => (await client().deliveries.list({ environment: id })).items
  await expect.poll(async () => (await listed()).length).toBe(1)
  return { signWith: signed.signWith, status: view.last?.status, verdict: (await listed())[0]?.verdict }
}

const withSecret = schemePresets.filter((scheme) => credentialOf(scheme) !== 'public-key')
/** The first of each way to sign. */
const oneOfEachKind = withSecret.filter(({ kind }, at) => withSecret.findIndex((other) => other.kind === kind) === at)
const withKey = schemePresets.filter((scheme) => credentialOf(scheme) === 'public-key')

fewAndAll('the first send is valid at our receiver without an edit', [oneOfEachKind, withSecret], async (schemes) => {
  const results: Record<string, unknown> = {}
  for (const scheme of schemes) results[scheme.id] = await firstSend(scheme)
  const wanted = { signWith: 'current', status: 200, verdict: 'valid' }
  expect(results).toEqual(Object.fromEntries(schemes.map(({ id }) => [id, wanted])))
})

fewAndAll(
  'it goes out unsigned where a private key signs, and is kept',
  [withKey.slice(0, 1), withKey],
  async (schemes) => {
    for (const scheme of schemes) {
      const { signWith, verdict } = await firstSend(scheme)
      expect([signWith, verdict === 'valid']).toEqual(['none', false])
    }
  },
)

import { redacted } from '../../shared/credentials.ts'
import { joinedPath } from '../../shared/joinedPath.ts'
import type { HeaderLine } from '../../shared/model.ts'
import { splitReceiverTarget, withoutReceiverKey } from '../../shared/receiverKey.ts'
import { handedOutRequest } from '../../shared/redaction/handedOut.ts'
import { schemePreset } from '../../shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import { nodeTest } from '../../shared/verifyCode/nodeTest.ts'
import type { Fixture } from '../../shared/wireTypes.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { secretsToHide } from '../environments/secretsToHide.ts'
import { ExpectedFailure, noDelivery, noEnvironment } from '../failures/expectedFailure.ts'
import { forwardedHeaders } from '../forwarding/forwardedHeaders.ts'
import { openBody } from '../signature/openBody.ts'
import type { Store } from '../store/store.ts'

/** The variable that a fixture names for its secret. */
export const secretVariable = 'WEBHOOK_SECRET'
/** Default address of the app. */
const usualUrl = 'http://127.0.0.1:3000/webhooks'

/** A delivery as a fixture, and a test for `node --test` that posts it. Neither holds a secret. Throws ExpectedFailure. */
export async function testCase(
  {
    store,
    environments,
  }: { store: Pick<Store, 'get'>; environments: Pick<Environments, 'all' | 'verifier' | 'knownSecrets'> },
  { id, name, url = usualUrl }: { id: string; name: string; url?: string | undefined },
): Promise<{ fixture: Fixture; test: string }> {
  const delivery = await store.get(id)
  if (delivery === null) throw noDelivery(id)
  const { request, environmentId, verdict } = delivery
  if (request.truncated) throw new ExpectedFailure({ code: 'body-incomplete', fields: { kept: request.body.length } })
  const verifier = environments.verifier(environmentId)
  if (verifier === undefined) throw noEnvironment(environmentId)
  const scheme = verdict === 'unsigned' ? null : verifier.scheme
  const { key = null, rest = '' } = splitReceiverTarget(request.target) ?? {}
  const lines = forwardedHeaders(request.headers).map(([header, value]): HeaderLine => [
    header,
    withoutReceiverKey(value, key),
  ])
  if (joinedPath({ path: '/', query: '' }, rest) === null)
    throw new ExpectedFailure({ code: 'path-leads-up', fields: {} })
  const secrets = secretsToHide({ environments })
  const shown = handedOutRequest({ url: rest, headers: lines, body: request.body }, secrets)
  const unproven = scheme === null ? shown.headers : withoutProof(shown.headers, scheme)
  const headers = unproven.filter(([, value]) => !value.includes(redacted))
  const body = scheme === null ? shown.body : bodyWithoutProof(headers, shown.body, scheme)
  const text = Buffer.from(body).toString('utf8')
  const isText = Buffer.from(text, 'utf8').equals(body)
  const fixture: Fixture = {
    hookscope: 'fixture',
    version: 1,
    request: {
      method: request.method,
      path: withoutRedacted(shown.url),
      headers,
      ...(body.length === 0 ? {} : isText ? { body: text } : { bodyBase64: Buffer.from(body).toString('base64') }),
    },
    ...(scheme === null ? {} : { sign: { scheme: schemeName(scheme), secret: { env: secretVariable } } }),
    expect: { status: '2xx' },
  }
  return { fixture, test: nodeTest({ name, scheme, variable: secretVariable, url }) }
}

/** A parameter whose value is left out cannot be sent. */
function withoutRedacted(path: string): string {
  const [before = '', ...queries] = path.split('?')
  const query = queries
    .join('?')
    .split('&')
    .filter((pair) => !pair.includes(redacted))
  return query.join('&') === '' ? before : `${before}?${query.join('&')}`
}

/** The id of a preset, where the scheme is exactly that. */
export function schemeName(scheme: SignatureScheme): SignatureScheme | string {
  return JSON.stringify(schemePreset(scheme.id)) === JSON.stringify(scheme) ? scheme.id : scheme
}

/** Removes the signature and the values signed with it: each new signature replaces them. */
export function withoutProof(lines: readonly HeaderLine[], scheme: SignatureScheme): HeaderLine[] {
  const { header, alsoIn = [], timestamp, idHeader, kind } = scheme
  const names = new Set(
    [
      header,
      ...alsoIn,
      idHeader ?? '',
      timestamp?.from === 'header' ? timestamp.name : '',
      ...(kind === 'http-signature' ? ['signature-input', 'content-digest'] : []),
    ].map((name) => name.toLowerCase()),
  )
  return lines.filter(([name]) => !names.has(name.toLowerCase()))
}

/** A body can carry the secret itself, which does not belong in a file. */
function bodyWithoutProof(headers: readonly HeaderLine[], body: Uint8Array, scheme: SignatureScheme): Uint8Array {
  const { pointer } = scheme
  if (pointer === undefined) return body
  const open = openBody({ headers, body }, scheme)
  for (let index = 0; index < open.count; index += 1) {
    if (pointer === '') open.remove(index, pointer)
    else open.set(index, pointer, '')
  }
  return open.write()
}

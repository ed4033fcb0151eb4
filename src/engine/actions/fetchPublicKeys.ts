import { headerValues } from '../../shared/headers.ts'
import { scalarText, valueAt } from '../../shared/json/jsonPointer.ts'
import { isPinned, type KeySource, keySource } from '../../shared/signature/keySources.ts'
import type { EnvironmentRecord } from '../environments/environmentRecord.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { ExpectedFailure, noEnvironment } from '../failures/expectedFailure.ts'
import type { ServiceClient } from '../service/startServiceClient.ts'
import { longestKeyText, readPublicKeys } from '../signature/keys/readPublicKeys.ts'
import { fieldsOf } from '../store/index/readEvent.ts'
import type { Store } from '../store/store.ts'

export interface KeyTools {
  store: Store
  environments: Environments
  client: ServiceClient
}

type Published = Extract<KeySource, { kind: 'published' }>

/** Number of the newest deliveries that are searched for the URL of a certificate. */
const maxSearched = 50

/**
 * The URL from which the keys of an environment's sender can be fetched without credentials. Nothing is requested: the
 * user sees the URL first. Rejects with ExpectedFailure where the keys have to be pasted, or no delivery names them yet.
 */
export async function publicKeyUrl({ store, environments }: Omit<KeyTools, 'client'>, id: string): Promise<string> {
  const record = environments.get(id)
  if (record === undefined) throw noEnvironment(id)
  const source = publishedBy(record)
  if (source.url !== undefined) return source.url
  const { items } = await store.list({ limit: maxSearched, environment: id })
  for (const { id: deliveryId } of items) {
    const stored = await store.get(deliveryId)
    const url = stored === null ? null : namedIn(source, stored.request.headers, stored.request.body)
    if (url !== null && isPinned(url, source)) return url
  }
  throw new ExpectedFailure({ code: 'key-url-unknown', fields: { sender: record.signatureScheme } })
}

/**
 * Fetches keys from a URL that the user agreed to, and makes them the current ones; those before stay accepted. Only from
 * the sender's own hosts over https, without credentials and redirects. Rejects with ExpectedFailure.
 */
export async function fetchPublicKeys(tools: KeyTools, id: string, url: string): Promise<EnvironmentRecord> {
  const record = tools.environments.get(id)
  if (record === undefined) throw noEnvironment(id)
  if (!isPinned(url, publishedBy(record))) {
    throw new ExpectedFailure({ code: 'key-url-not-allowed', fields: { url: url.slice(0, 200) } })
  }
  const answer = await tools.client.getPublished(url, longestKeyText)
  if (!answer.ok) throw new ExpectedFailure(answer.error.why)
  if (answer.status !== 200) {
    throw new ExpectedFailure({ code: 'key-not-published', fields: { url, status: answer.status } })
  }
  const text = new TextDecoder().decode(answer.body)
  const read = answer.bodyTruncated ? ({ ok: false, code: 'key-too-large' } as const) : readPublicKeys(text)
  if (!read.ok) throw new ExpectedFailure({ code: 'public-key-unusable', fields: { problem: read.code } })
  return tools.environments.update(id, { sharedSecret: text.trim() })
}

function publishedBy({ signatureScheme }: EnvironmentRecord): Published {
  const source = keySource(signatureScheme)
  if (source?.kind === 'published') return source
  const code = source === undefined ? 'key-to-paste' : 'key-needs-credentials'
  throw new ExpectedFailure({ code, fields: { sender: signatureScheme } })
}

function namedIn({ named }: Published, headers: readonly string[], body: Uint8Array): string | null {
  if (named?.header !== undefined) return headerValues(headers, named.header)[0]?.trim() ?? null
  const root = fieldsOf(headers, body)
  return named?.pointers?.map((pointer) => scalarText(valueAt(root, pointer))).find((text) => text !== null) ?? null
}

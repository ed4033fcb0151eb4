import { schemePreset } from '../../../../shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import { publishedExamples } from '../../../../shared/signature/publishedExamples.ts'
import { splitReceiverTarget } from '../../../../shared/receiverKey.ts'
import { sendableHeaders } from '../../../../shared/requestText/sendableHeaders.ts'
import type { Environment, FixtureList, SandboxState } from '../../../../shared/wireTypes.ts'
import { fetchBody } from '../../../data/state/deliveryCalls.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { type Loaded, useLoad } from '../../../data/state/calls.ts'
import { headersOf } from '../workbench/requestDraft.ts'
import { type ComposeDraft, draftOfFixture, emptyDraft, notificationOf } from './composeDraft.ts'
import { composeWords as words } from './words.ts'

/** Where a request begins: "nothing", or a kind and which one, such as "fixture:payment". */
export type SourceId = string

export interface Source {
  draft: ComposeDraft
  bytes: Uint8Array<ArrayBuffer>
}

/** The offered starts of a request. */
export interface Starts {
  options: { value: SourceId; label: string }[]
  fixtures: FixtureList | undefined
  /** After a fixture was saved or deleted. */
  reload: () => void
}

/** @param deliveryId the delivery that the address names; `environment`: id of the one in use */
export function useStarts(deliveryId: string | null, environment: string): Starts {
  const client = useClient()
  const { data: fixtures, reload } = useLoad('fixtures', async (signal) => client.fixtures.list(undefined, { signal }))
  const { data: sandbox } = useLoad('compose:sandbox', async (signal) => client.sandbox.get(undefined, { signal }))
  const { data: examples } = useLoad(`compose:contract:${environment}`, async (signal) =>
    client.contracts.examples({ environment }, { signal }),
  )
  const options = [
    { value: 'nothing', label: words.nothing },
    ...(deliveryId === null ? [] : [{ value: `delivery:${deliveryId}`, label: words.delivery(deliveryId) }]),
    ...(fixtures?.items ?? []).flatMap(({ name, problem }) =>
      problem === null ? [{ value: `fixture:${name}`, label: words.fixture(name) }] : [],
    ),
    ...(sandbox?.objects ?? []).slice(0, maxObjects).map(({ resourceType, id, label }) => ({
      value: `object:${resourceType}/${id}`,
      label: words.object(resourceType, label),
    })),
    ...(examples?.items ?? []).slice(0, maxContractExamples).map(({ message, body }, at) => ({
      value: `contract:${environment}/${at}`,
      label: words.contract(exampleLabel(message, body)),
    })),
    ...publishedExamples.map(({ scheme, label }) => ({ value: `example:${scheme}`, label: words.example(label) })),
  ]
  return { options, fixtures, reload }
}

const maxObjects = 20
const maxContractExamples = 100

/** A message may have several examples, which their action tells apart. Pure. */
export function exampleLabel(message: string, body: string): string {
  const action = /"action":\s*"([^"\\]{1,40})"/.exec(body)?.[1]
  return action === undefined ? message : `${message}, ${action}`
}

/** The default start of a request: the published example of the environment's sender, else an empty request. Pure. */
export function usualSource({ signatureScheme }: Pick<Environment, 'signatureScheme'>): SourceId {
  return publishedExamples.some(({ scheme }) => scheme === signatureScheme) ? `example:${signatureScheme}` : 'nothing'
}

/** Loads what a request begins with. @param scheme of the environment in use: an example of it is signed with its secret */
export function useSource(id: SourceId, scheme: string): Loaded<Source> {
  const client = useClient()
  return useLoad(`source:${id} ${scheme}`, async (signal): Promise<Source> => {
    const [kind, name] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)]
    switch (kind) {
      case 'fixture':
        return draftOfFixture(await client.fixtures.get({ name }, { signal }))
      case 'delivery': {
        const delivery = await client.deliveries.get({ id: name, explain: 'false' }, { signal })
        const { method, headers, target, environmentId } = delivery
        const draft = {
          ...emptyDraft,
          method,
          path: splitReceiverTarget(target)?.rest ?? '',
          headers: headersOf(sendableHeaders(headers).sent),
          environmentId,
        }
        return { draft, bytes: await fetchBody(client, name, delivery.size, signal) }
      }
      case 'object':
        return sourceOfObject(await client.sandbox.get(undefined, { signal }), name)
      case 'contract': {
        const [environment = '', at = ''] = name.split('/')
        const { items } = await client.contracts.examples({ environment }, { signal })
        const example = items[Number(at)]
        if (example === undefined) return smallestRequest(schemePreset(scheme))
        return { draft: emptyDraft, bytes: new TextEncoder().encode(example.body) }
      }
      case 'example':
        return sourceOfExample(name, scheme)
      default:
        return smallestRequest(schemePreset(scheme))
    }
  })
}

/** A request with as little in it as a scheme can sign: some sign a form, or carry the token in a field of the body. Pure. */
export function smallestRequest(scheme: SignatureScheme | undefined): Source {
  if (scheme !== undefined && 'message' in scheme && scheme.message.includes('{sortedurl}')) {
    const headers = headersOf([['Content-Type', 'application/x-www-form-urlencoded']])
    return { draft: { ...emptyDraft, headers }, bytes: new TextEncoder().encode('id=1') }
  }
  const field = scheme?.pointer?.slice(1) ?? ''
  const isInBody = scheme?.header === '' && /^\w+$/.test(field)
  const item = isInBody ? { id: '1', [field]: '' } : { id: '1' }
  const items = isInBody ? (scheme?.items?.slice(1) ?? '') : ''
  const body = items === '' ? item : { [items]: [item] }
  return { draft: emptyDraft, bytes: new TextEncoder().encode(JSON.stringify(body, null, 2)) }
}

function sourceOfObject({ objects, organizationId }: SandboxState, name: string): Source {
  const [resourceType = '', id = ''] = name.split('/')
  const object = objects.find((other) => other.resourceType === resourceType && other.id === id)
  const moment = { now: new Date(), notificationId: crypto.randomUUID() }
  const body = notificationOf(object ?? { resourceType, id }, organizationId, moment)
  return { draft: { ...emptyDraft, environmentId: 'sandbox' }, bytes: new TextEncoder().encode(body) }
}

export function sourceOfExample(id: string, own: string): Source {
  const example = publishedExamples.find(({ scheme }) => scheme === id)
  if (example === undefined) return { draft: emptyDraft, bytes: new Uint8Array() }
  const { scheme, method, headers, body } = example
  const request = { ...emptyDraft, method, headers: headersOf(headers) }
  const draft = scheme === own ? request : { ...request, scheme, signWith: 'typed' }
  return { draft, bytes: new TextEncoder().encode(body) }
}

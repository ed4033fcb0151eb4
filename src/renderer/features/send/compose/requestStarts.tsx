import { useMutation, useQuery } from '@tanstack/react-query'
import { Save, Trash2 } from 'lucide-react'
import { splitReceiverTarget } from '../../../../shared/receiverKey.ts'
import { sendableHeaders } from '../../../../shared/requestText/sendableHeaders.ts'
import { publishedExamples } from '../../../../shared/signature/publishedExamples.ts'
import { schemePreset } from '../../../../shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import type { Environment, FixtureList, SandboxState } from '../../../../shared/wireTypes.ts'
import { fetchBody } from '../../../data/state/deliveryCalls.ts'
import { readOnce } from '../../../data/state/queries.ts'
import { useCalls, useClient } from '../../../data/state/useApp.ts'
import { problemSentenceOf } from '../../../data/wire/problem.ts'
import type { Client } from '../../../data/wire/wire.ts'
import { Button, Row } from '../../../ui/basics/Button.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { headersOf } from '../workbench/requestDraft.ts'
import {
  type ComposeDraft,
  draftOfFixture,
  emptyDraft,
  fixtureOf,
  fixtureVariable,
  notificationOf,
} from './composeDraft.ts'
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
}

/** @param deliveryId the delivery that the address names; `environment`: id of the one in use */
export function useStarts(deliveryId: string | null, environment: string): Starts {
  const calls = useCalls()
  const { data: fixtures } = useQuery(calls.fixtures.list.queryOptions())
  const { data: sandbox } = useQuery(calls.sandbox.get.queryOptions())
  const { data: examples } = useQuery(calls.contracts.examples.queryOptions({ input: { environment } }))
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
  return { options, fixtures }
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

/**
 * Loads what a request begins with. Edits keep the request that they began with.
 * @param scheme of the environment in use: an example of it is signed with its secret
 */
export function useSource(id: SourceId, scheme: string) {
  const client = useClient()
  return useQuery({
    queryKey: [['sends'], { source: id, scheme }],
    queryFn: async ({ signal }) => loadSource(client, id, scheme, signal),
    staleTime: readOnce,
  })
}

async function loadSource(client: Client, id: SourceId, scheme: string, signal: AbortSignal): Promise<Source> {
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
      const draft = { ...emptyDraft, headers: [...emptyDraft.headers, ...headersOf(example.headers)] }
      return { draft, bytes: new TextEncoder().encode(example.body) }
    }
    case 'example':
      return sourceOfExample(name, scheme)
    default:
      return smallestRequest(schemePreset(scheme))
  }
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

interface FixtureActionsProps {
  draft: ComposeDraft
  source: Source
  id: SourceId
  environment: Environment | undefined
  starts: Starts
  onSource: (id: SourceId) => void
}

/** Saves the request as a named file, and deletes the file that it came from. */
export function FixtureActions({ draft, source, id, environment, starts, onSource }: FixtureActionsProps) {
  const calls = useCalls().fixtures
  const put = useMutation(calls.put.mutationOptions())
  const removal = useMutation(calls.remove.mutationOptions())
  const ask = useAsk()
  const toasts = useToasts()
  const opened = id.startsWith('fixture:') ? id.slice('fixture:'.length) : null
  const save = async () => {
    const fixture = fixtureOf(draft, source.bytes, knownOf(draft, environment))
    const isTaken = (name: string) => starts.fixtures?.items.some((item) => item.name === name) === true
    const write = async (name: string) => problemSentenceOf(put.mutateAsync({ name, fixture }))
    const name = await ask.prompt({
      title: words.saveFixture,
      label: words.fixtureName,
      hint: words.fixtureNameHint(starts.fixtures?.folder ?? ''),
      initial: opened ?? '',
      maxLength: 64,
      missing: words.fixtureMissing,
      text: draft.signWith === 'typed' ? <p>{words.variableNote(fixtureVariable)}</p> : null,
      yes: words.save,
      no: words.noSave,
      run: async (typed) => (isTaken(typed) ? null : write(typed)),
    })
    if (name === null) return
    if (isTaken(name)) {
      const title = words.replaceTitle(name)
      const run = async () => write(name)
      const may = await ask.confirm({ title, text: words.replaceText, yes: words.replace, no: words.noSave, run })
      if (!may) return
    }
    toasts.done(words.saved(name))
  }
  const remove = async (name: string) => {
    const may = await ask.confirm({
      title: words.deleteTitle(name),
      text: words.deleteText,
      yes: words.deleteFixture,
      no: words.noSave,
      isDanger: true,
      run: async () => problemSentenceOf(removal.mutateAsync({ name })),
    })
    if (!may) return
    toasts.done(words.deleted(name))
    onSource('nothing')
  }
  return (
    <Row gap={2}>
      {opened !== null && (
        <Button look="quiet" icon={<Trash2 aria-hidden="true" />} onClick={() => void remove(opened)}>
          {words.deleteFixture}
        </Button>
      )}
      {draft.what === 'request' && (
        <Button icon={<Save aria-hidden="true" />} onClick={() => void save()}>
          {words.saveFixture}
        </Button>
      )}
    </Row>
  )
}

/** The facts about the environment in a fixture: its scheme, and the name of the secret. */
function knownOf({ signWith }: ComposeDraft, environment: Environment | undefined) {
  const stored = environment?.sharedSecrets.find(({ fingerprint }) => fingerprint === signWith)
  return {
    scheme:
      environment?.ownScheme != null && environment.signatureScheme === 'own'
        ? environment.ownScheme
        : (environment?.signatureScheme ?? 'service'),
    environment: environment?.name ?? '',
    label: stored?.label ?? null,
  }
}

import { defaultResourcePaths } from '../../shared/defaultResourcePaths.ts'
import type { DeliverySummary } from '../../shared/model.ts'
import { byArrival } from '../objects/foldDeliveries.ts'
import type { Store } from '../store/store.ts'

/** The objects of an environment as its stored follow-ups found them, as of the delivery that is played. */
export interface HistoryWorld {
  /** A delivery is about to be played: its object is now as of this delivery, others as of its arrival. */
  enter(delivery: PlayedDelivery): void
  /** The object at a path, exactly as it was fetched; null where none was stored as of this moment. */
  read(path: string): Promise<Uint8Array | null>
}

export type PlayedDelivery = Pick<DeliverySummary, 'id' | 'receivedAt' | 'resourceType' | 'resourceId'>

interface WorldTools {
  store: Pick<Store, 'deliveriesOf' | 'snapshots' | 'attempts'>
  environmentId: string
  /** The environment's own templates by type; they come before the defaults. */
  resourcePaths: Readonly<Record<string, string>>
}

interface NamedObject {
  type: string
  id: string
}

/** Deliveries of one object that are searched for the next one. */
const maxDeliveries = 500

export function createHistoryWorld({ store, environmentId, resourcePaths }: WorldTools): HistoryWorld {
  const paths = { ...defaultResourcePaths(), ...resourcePaths }
  const templates = Object.entries(paths).map(([type, path]) => ({ type, pattern: patternOf(path) }))
  const played = new Map<string, PlayedDelivery>()
  /** Objects whose id is their own address, by its path. */
  const addressed = new Map<string, NamedObject>()
  let current: PlayedDelivery | null = null

  const objectsAt = (path: string): NamedObject[] => {
    const own = addressed.get(path)
    const found = templates.flatMap(({ type, pattern }) => {
      const id = pattern.exec(path)?.groups?.['id']
      return id === undefined ? [] : [{ type, id: decoded(id) }]
    })
    return own === undefined ? found : [own, ...found]
  }

  async function readObject({ type, id }: NamedObject): Promise<Uint8Array | null> {
    const deliveries = await store.deliveriesOf(environmentId, type, id, maxDeliveries)
    const last = played.get(keyOf(type, id))
    const next = last === undefined ? current : nextAfter(deliveries, last)
    const before = { id: '0', startedAt: next === null ? Number.MAX_SAFE_INTEGER : Date.parse(next.receivedAt) }
    const spellings = new Set([type, ...deliveries.flatMap(({ resourceType }) => resourceType ?? [])])
    const found = await Promise.all(
      [...spellings].map(async (spelling) => store.snapshots(environmentId, spelling, id, 1, before)),
    )
    const [newest] = found.flat().toSorted((a, b) => b.startedAt - a.startedAt)
    if (newest !== undefined) return newest.bodyTruncated ? null : newest.body
    return last === undefined ? null : ownSnapshot(last)
  }

  /** The follow-up of a delivery that was fetched only after the next one had come. */
  async function ownSnapshot({ id }: PlayedDelivery): Promise<Uint8Array | null> {
    const attempts = await store.attempts(id)
    const isSnapshot = ({ kind, status }: (typeof attempts)[number]) =>
      kind === 'follow-up' && status !== null && status >= 200 && status < 300
    const found = attempts.find(isSnapshot)
    return found === undefined || found.bodyTruncated ? null : found.body
  }

  return {
    enter: (delivery) => {
      current = delivery
      const { resourceType: type, resourceId: id } = delivery
      if (type === null || id === null) return
      played.set(keyOf(type, id), delivery)
      if (/^https?:/.test(id) && URL.canParse(id)) addressed.set(new URL(id).pathname, { type, id })
    },
    read: async (path) => {
      for (const object of objectsAt(path)) {
        const body = await readObject(object)
        if (body !== null) return body
      }
      return null
    },
  }
}

function keyOf(type: string, id: string): string {
  return `${type.toLowerCase()} ${id}`
}

function nextAfter(deliveries: readonly DeliverySummary[], last: PlayedDelivery): DeliverySummary | null {
  return deliveries.findLast((delivery) => byArrival(delivery, last) > 0) ?? null
}

/** A template as a pattern of the whole path, with any base path before it. */
function patternOf(template: string): RegExp {
  const source = template
    .split(/(\{resourceId\}|\{organizationId\})/)
    .map((part) =>
      part === '{resourceId}'
        ? '(?<id>[^/]+)'
        : part === '{organizationId}'
          ? '[^/]+'
          : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    )
    .join('')
  return /* linear: each part begins with a slash, which no part before it can match */ new RegExp(`${source}$`)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

import { randomInt } from 'node:crypto'
import type { World } from '../world/createWorld.ts'
import { formatStamp } from '../world/formatStamp.ts'
import { createRandom, type Random, wordsFromSeed } from '../state/random.ts'
import type { Fields, StoredObject } from '../state/state.ts'
import { checkFields, type CheckedFields } from './checkFields.ts'
import { textOf, type Making, type ObjectKind } from '../kinds/objectKind.ts'

/** The oldest objects go when there are more. */
const maxObjects = 2000
/** Number of watched objects that are kept: those of a few checks, for clients that ask late. */
const maxWatched = 300

export type Written = { ok: true; object: StoredObject } | Extract<CheckedFields, { ok: false }>

export interface Objects {
  /** A new object of believable data, with `given` merged over it. */
  create(kind: ObjectKind, given?: Fields): Written
  /** Merges `given`; without any, moves the object to its next state or changes a field. Null: there is no such object. */
  update(kind: ObjectKind, id: string, given?: Fields): Written | null
  find(kind: ObjectKind, id: string): StoredObject | null
  /** A new object that is in no list and sends no notification: another part sends deliveries about it. Kept in memory. */
  watch(kind: ObjectKind): StoredObject
  /** The answer to a client that asks for an object; counted where the object is watched. */
  ask(kind: ObjectKind, id: string): StoredObject | null
  /** How often clients got a watched object; null where there is none. */
  asked(id: string): number | null
  /** Removes all of them; the caller empties the state. */
  forget(): void
  /** Newest first. */
  list(kind: ObjectKind): StoredObject[]
}

/** Called for everything that a notification may be sent for. `changes`: changed field -> new value; null on creation. */
type Notify = (kind: ObjectKind, action: 'create' | 'update', id: string, changes: Fields | null) => void

/** The new field values that differ from the present ones. */
function differing(fields: Fields, present: Fields): Fields {
  const changed = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(present[name]),
  )
  return Object.fromEntries(changed)
}

/** The next state with what comes with it, or a touched field where the state is final. */
function moveOn(kind: ObjectKind, present: Fields, making: Making): Fields {
  const move = kind.moves[textOf(present, 'status')]
  if (move !== undefined) {
    const state = move.rare !== undefined && making.random.oneIn(10) ? move.rare : move.usual
    return { status: state, ...kind.moved?.(state, present, making) }
  }
  // Chance may draw the very value that is there; an update that changes nothing would notify of nothing.
  for (let tries = 0; tries < 20; tries += 1) {
    const changes = differing(kind.touch(present, making), present)
    if (Object.keys(changes).length > 0) {
      return changes
    }
  }
  return {}
}

function merge(kind: ObjectKind, present: Fields, given: Fields, making: Making): CheckedFields {
  const checked = checkFields(given, present, kind)
  const state = checked.ok ? checked.fields['status'] : undefined
  if (!checked.ok || typeof state !== 'string' || state === present['status']) {
    return checked
  }
  return { ok: true, fields: { ...kind.moved?.(state, present, making), ...checked.fields } }
}

/** The objects of all types, kept in the world's state. */
export function openObjects(world: World, notify: Notify): Objects {
  const { state, random } = world
  const index = new Map(state.objects.map((object) => [`${object.type}/${object.id}`, object]))
  const making = (now: string, chance: Random = random): Making => ({
    random: chance,
    now,
    newest: (type) => state.objects.findLast((object) => object.type === type)?.id ?? null,
  })

  const watched = new Map<string, { object: StoredObject; asked: number }>()
  /** Of their own: what a seed repeats is the same with and without watched objects. */
  const chanceOfWatched = createRandom(wordsFromSeed(randomInt(2 ** 32)))

  const draw = (kind: ObjectKind, now: string, chance: Random): StoredObject => {
    const id = chance.uuid()
    const organizationId = state.organization.id
    const fields = { id, organizationId, ...kind.make(making(now, chance)), createdAtUtc: now, updatedAtUtc: now }
    return { type: kind.type, id, fields }
  }

  const create = (kind: ObjectKind, given: Fields = {}): Written => {
    const now = world.stamp()
    const drawn = draw(kind, now, random)
    const { id } = drawn
    const checked = merge(kind, drawn.fields, given, making(now))
    if (!checked.ok) {
      return checked
    }
    const object = { ...drawn, fields: { ...drawn.fields, ...checked.fields } }
    state.objects.push(object)
    index.set(`${kind.type}/${id}`, object)
    for (const dropped of state.objects.splice(0, state.objects.length - maxObjects)) {
      index.delete(`${dropped.type}/${dropped.id}`)
    }
    notify(kind, 'create', id, null)
    return { ok: true, object }
  }

  const update = (kind: ObjectKind, id: string, given: Fields = {}): Written | null => {
    const object = index.get(`${kind.type}/${id}`)
    if (object === undefined) {
      return null
    }
    const now = world.stamp()
    const present = object.fields
    const checked: CheckedFields =
      Object.keys(given).length === 0
        ? { ok: true, fields: moveOn(kind, present, making(now)) }
        : merge(kind, present, given, making(now))
    if (!checked.ok) {
      return checked
    }
    const changes = differing(checked.fields, present)
    if (Object.keys(changes).length > 0) {
      object.fields = { ...present, ...changes, updatedAtUtc: now }
      notify(kind, 'update', id, changes)
    }
    return { ok: true, object }
  }

  const find = (kind: ObjectKind, id: string) => index.get(`${kind.type}/${id}`) ?? null

  return {
    create,
    update,
    find,
    watch: (kind) => {
      const now = formatStamp(world.moment(), chanceOfWatched.below(10_000))
      const object = draw(kind, now, chanceOfWatched)
      watched.set(object.id, { object, asked: 0 })
      for (const oldest of [...watched.keys()].slice(0, -maxWatched)) watched.delete(oldest)
      return object
    },
    ask: (kind, id) => {
      const seen = watched.get(id)
      if (seen?.object.type !== kind.type) return find(kind, id)
      seen.asked += 1
      return seen.object
    },
    asked: (id) => watched.get(id)?.asked ?? null,
    forget: () => {
      index.clear()
      watched.clear()
    },
    list: (kind) => state.objects.filter((object) => object.type === kind.type).toReversed(),
  }
}

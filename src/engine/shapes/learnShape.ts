/**
 * The shape of a sender's JSON, learned delivery by delivery: which fields there are, of which types, how often, with which
 * values. From 20 deliveries on, a delivery that departs from it is a change. Pure; a shape is changed in place.
 */
import { isExactNumber } from '../../shared/json/exactJson.ts'
import { formatsOf, type TextFormat } from './textFormats.ts'

/** Types of JSON values. */
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'

/** One place in a shape: all values that were seen there. */
export interface ShapeNode {
  /** Number of values. */
  count: number
  /** Number of deliveries that had one, and the last of them as its place among all samples. */
  samples: number
  lastSample: number
  kinds: Map<JsonKind, number>
  /** All numbers were whole. */
  whole: boolean
  /** Different single values as text, in order of arrival, at most `maxDistinct`; null where there were more. */
  distinct: string[] | null
  /** The first different values, at most five. */
  examples: string[]
  /** Formats that every text had; null before the first text. */
  formats: ReadonlySet<TextFormat> | null
  min: number | null
  max: number | null
  lengths: { min: number; max: number } | null
  /** Members of objects; null where `map` describes them. */
  members: Map<string, ShapeNode> | null
  /** All members of objects whose names differ from one to the next, such as ids. */
  map: ShapeNode | null
  /** Elements of arrays. */
  elements: ShapeNode | null
}

/** How a delivery departs from the deliveries before it. */
export type ShapeChangeKind = 'new-field' | 'missing-field' | 'other-type' | 'null-value' | 'new-value'

export interface ShapeChange {
  kind: ShapeChangeKind
  /** Member names from the root; `*` is any member of a map, `[]` any element. */
  path: string[]
  /** The type that is new, or the value; empty for the other kinds. */
  detail: string
}

/** Deliveries that a shape must have learned from before something is a change. */
export const minSamples = 20
const maxDistinct = 20
const maxExamples = 5
const maxExample = 80
/** Objects with more different names are maps. */
const maxMembers = 100
/** So are objects whose names differ from one to the next: from this many objects and names on. */
const minMapped = 10
const maxDepth = 64
/** Places of one shape; what is beyond is not learned. */
export const maxPlaces = 2000

export interface Shape {
  root: ShapeNode
  /** Number of deliveries. */
  samples: number
  places: number
  /** Some places were left out. */
  cut: boolean
}

export function newShape(): Shape {
  return { root: newNode(), samples: 0, places: 1, cut: false }
}

/** Learns from the body of one delivery. Returns how it departs from those before; nothing while there are too few. */
export function learnShape(shape: Shape, value: unknown): ShapeChange[] {
  const changes: ShapeChange[] = []
  learnValue({ shape, changes, watches: shape.samples >= minSamples }, shape.root, value, [])
  shape.samples += 1
  return changes
}

interface Learning {
  shape: Shape
  changes: ShapeChange[]
  watches: boolean
}

function learnValue(learning: Learning, node: ShapeNode, value: unknown, path: readonly string[]): void {
  const kind = kindOf(value)
  noteKind(learning, node, kind, path)
  node.count += 1
  if (node.lastSample !== learning.shape.samples) node.samples += 1
  node.lastSample = learning.shape.samples
  if (path.length >= maxDepth) return
  if (kind === 'object') learnMembers(learning, node, value as Record<string, unknown>, path)
  else if (kind === 'array') learnElements(learning, node, value as unknown[], path)
  else learnScalar(learning, node, kind, textOf(value), path)
}

/** Whether enough deliveries before this one had a value here. */
function isKnown({ shape, watches }: Learning, node: ShapeNode): boolean {
  const before = node.lastSample === shape.samples ? node.samples - 1 : node.samples
  return watches && before >= minSamples
}

function noteKind(learning: Learning, node: ShapeNode, kind: JsonKind, path: readonly string[]) {
  if (!node.kinds.has(kind) && isKnown(learning, node)) {
    const change = kind === 'null' ? 'null-value' : 'other-type'
    learning.changes.push({ kind: change, path: [...path], detail: kind === 'null' ? '' : kind })
  }
  node.kinds.set(kind, (node.kinds.get(kind) ?? 0) + 1)
}

function learnMembers(
  learning: Learning,
  node: ShapeNode,
  value: Record<string, unknown>,
  path: readonly string[],
): void {
  const objects = node.kinds.get('object') ?? 0
  if (node.map !== null) {
    for (const member of Object.values(value)) learnValue(learning, node.map, member, [...path, '*'])
    return
  }
  node.members ??= new Map()
  const watches = isKnown(learning, node) && objects > minSamples
  // The names of this object itself make none usual: a new version of an API brings many.
  const isSaid = watches && !getsNewNames(node.members, objects - 1)
  for (const [name, member] of Object.entries(value)) {
    // In a path, `*` is any member of a map: a member with this name would stand for all others.
    if (name === '*') continue
    const known = node.members.get(name)
    const place = known ?? addPlace(learning.shape)
    if (place === null) continue
    if (known === undefined && isSaid) learning.changes.push({ kind: 'new-field', path: [...path, name], detail: '' })
    node.members.set(name, place)
    learnValue(learning, place, member, [...path, name])
  }
  if (watches) noteMissing(learning, node.members, objects, value, path)
  if (isMap(node.members, objects)) becomeMap(node)
}

/** Whether the names of these members differ from one object to the next, such as ids. */
function isMap(members: ReadonlyMap<string, ShapeNode>, objects: number): boolean {
  if (members.size > maxMembers) return true
  return members.size >= minMapped && objects >= minMapped && isSparse(members, objects)
}

/** From this many names on that came once, or that are rare, a further one is usual. */
const minOnce = 5
const minRare = 10

/** Whether a further name says nothing: names differ from object to object, if only beside some that stay. */
function getsNewNames(members: ReadonlyMap<string, ShapeNode>, objects: number): boolean {
  if (isSparse(members, objects)) return true
  const counts = [...members.values()].map(({ count }) => count)
  const isRare = (count: number): boolean => count * 10 <= objects
  return counts.filter((count) => count === 1).length >= minOnce || counts.filter(isRare).length >= minRare
}

/** Whether no member is in more than half of the objects: their names differ from one to the next. */
function isSparse(members: ReadonlyMap<string, ShapeNode>, objects: number): boolean {
  for (const { count } of members.values()) if (count * 2 > objects) return false
  return true
}

/** A member that every object before had is missing. */
function noteMissing(
  { changes }: Learning,
  members: ReadonlyMap<string, ShapeNode>,
  objects: number,
  value: Record<string, unknown>,
  path: readonly string[],
): void {
  for (const [name, { count }] of members) {
    if (count !== objects - 1 || Object.hasOwn(value, name)) continue
    changes.push({ kind: 'missing-field', path: [...path, name], detail: '' })
  }
}

function becomeMap(node: ShapeNode): void {
  const map = newNode()
  let samples = 0
  for (const member of node.members?.values() ?? []) {
    mergeNode(map, member)
    samples += member.samples
  }
  // Each delivery may have had several members, and none had more deliveries than the object itself.
  map.samples = Math.min(samples, node.samples)
  node.map = map
  node.members = null
}

/** Adds what one place knows to another. */
function mergeNode(into: ShapeNode, from: ShapeNode): void {
  into.count += from.count
  into.samples = Math.max(into.samples, from.samples)
  into.lastSample = Math.max(into.lastSample, from.lastSample)
  for (const [kind, count] of from.kinds) into.kinds.set(kind, (into.kinds.get(kind) ?? 0) + count)
  into.whole &&= from.whole
  for (const text of from.examples) noteExample(into, text)
  into.distinct = null
  if (from.formats !== null) into.formats = inBoth(into.formats, from.formats)
  into.min = lower(into.min, from.min)
  into.max = higher(into.max, from.max)
  if (from.lengths !== null) noteLength(into, from.lengths.min, from.lengths.max)
  for (const [name, member] of from.members ?? []) {
    into.members ??= new Map()
    const known = into.members.get(name)
    if (known === undefined) into.members.set(name, member)
    else mergeNode(known, member)
  }
  if (from.map !== null) mergeNode((into.map ??= newNode()), from.map)
  if (from.elements !== null) mergeNode((into.elements ??= newNode()), from.elements)
}

/** Elements beyond these tell nothing new. */
const maxElements = 200

function learnElements(learning: Learning, node: ShapeNode, value: readonly unknown[], path: readonly string[]): void {
  noteLength(node, value.length, value.length)
  if (value.length === 0) return
  node.elements ??= addPlace(learning.shape)
  if (node.elements === null) return
  for (const element of value.slice(0, maxElements)) learnValue(learning, node.elements, element, [...path, '[]'])
}

function learnScalar(learning: Learning, node: ShapeNode, kind: JsonKind, text: string, path: readonly string[]): void {
  if (kind === 'null') return
  if (kind === 'number') {
    const number = Number(text)
    node.whole &&= /^-?\d+$/.test(text)
    // 1e400 is a number in JSON, and none here.
    if (Number.isFinite(number)) {
      node.min = lower(node.min, number)
      node.max = higher(node.max, number)
    }
  }
  if (kind === 'string') node.formats = formatsOf(text, node.formats ?? undefined)
  noteExample(node, text.slice(0, maxExample))
  if (node.distinct === null || node.distinct.includes(text)) return
  if (kind === 'string' && isKnown(learning, node) && isClosed(node) && isNameLike(text)) {
    learning.changes.push({ kind: 'new-value', path: [...path], detail: text })
  }
  node.distinct = node.distinct.length < maxDistinct && text.length <= maxExample ? [...node.distinct, text] : null
}

/** Whether a field has a small set of names that repeat, like an enum. */
export function isClosed({ samples, distinct, kinds }: ShapeNode): boolean {
  const texts = kinds.get('string') ?? 0
  if (distinct === null || distinct.length === 0) return false
  if (samples < minSamples || texts < minSamples || distinct.length > 10 || texts < distinct.length * 5) return false
  return distinct.every(isNameLike)
}

/** Whether a text can be a value of an enum: no free text, address, date, number or id. */
function isNameLike(text: string): boolean {
  return /^[\p{L}\d_./:+-]{1,40}$/u.test(text) && text.replaceAll(/\D/g, '').length <= 3 && formatsOf(text).size === 0
}

function addPlace(shape: Shape): ShapeNode | null {
  if (shape.places >= maxPlaces) {
    shape.cut = true
    return null
  }
  shape.places += 1
  return newNode()
}

function newNode(): ShapeNode {
  return {
    count: 0,
    samples: 0,
    lastSample: -1,
    kinds: new Map(),
    whole: true,
    distinct: [],
    examples: [],
    formats: null,
    min: null,
    max: null,
    lengths: null,
    members: null,
    map: null,
    elements: null,
  }
}

function noteExample(node: ShapeNode, text: string): void {
  if (node.examples.length < maxExamples && !node.examples.includes(text)) node.examples.push(text)
}

function noteLength(node: ShapeNode, min: number, max: number): void {
  node.lengths = { min: Math.min(node.lengths?.min ?? min, min), max: Math.max(node.lengths?.max ?? max, max) }
}

function inBoth(known: ReadonlySet<TextFormat> | null, formats: ReadonlySet<TextFormat>): ReadonlySet<TextFormat> {
  return known === null ? formats : new Set([...known].filter((format) => formats.has(format)))
}

const lower = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)
const higher = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b)

export function kindOf(value: unknown): JsonKind {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number' || typeof value === 'bigint' || isExactNumber(value)) return 'number'
  if (typeof value === 'object') return 'object'
  return typeof value === 'boolean' ? 'boolean' : 'string'
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
}

/** A value as an example shows it. */
export function shown(value: unknown): string {
  return textOf(value).slice(0, maxExample)
}

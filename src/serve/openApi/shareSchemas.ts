/** JSON, as far as it matters here. */
type Json = Readonly<Record<string, unknown>>

/** A schema shorter than this is repeated instead of shared, characters of JSON. */
const minSharedLength = 200

/**
 * Replaces schemas that occur more than once by references, and returns the new document and its components. A schema that
 * equals one of `named` gets its name; others are named by the property or the code where they first occur.
 */
export function shareSchemas<Document extends Json>(
  document: Document,
  named: Readonly<Record<string, Json>>,
): { document: Document; schemas: Record<string, Json> } {
  const text = cachedText()
  const names = new Map(Object.entries(named).map(([name, schema]) => [text(schema), name]))
  const taken = new Set(names.values())
  const schemas: Record<string, Json> = {}
  const repeated = repeatedSchemas(document, text)

  const replace = (node: unknown, place: Place): unknown => {
    if (Array.isArray(node)) return node.map((each) => replace(each, place))
    if (!isObject(node)) return node
    const key = isSchema(node) ? text(node) : ''
    if (!names.has(key) && !repeated.has(key)) return copy(node, place)
    const name = names.get(key) ?? freeName(nameOf(node, place), place.owner, taken)
    names.set(key, name)
    taken.add(name)
    if (schemas[name] === undefined) {
      // Set before its parts are replaced, which keeps components in the order of first occurrence.
      schemas[name] = {}
      schemas[name] = copy(node, { owner: name, property: '' })
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  const copy = (node: Json, place: Place): Json => {
    const { operationId } = node
    const here = typeof operationId === 'string' ? { owner: operationId, property: '' } : place
    const kept = Object.entries(node).filter(([key, value]) => !isIntegerRange(key, value))
    const isMap = place.property === mapKey
    return Object.fromEntries(
      kept.map(([key, value]) => {
        if (key === 'example') return [key, value]
        if (key === 'properties' && !isMap) return [key, replace(value, { ...here, property: mapKey })]
        return [key, replace(value, isMap ? { ...here, property: key } : here)]
      }),
    )
  }
  return { document: copy(document, { owner: '', property: '' }) as Document, schemas }
}

/** Where a schema occurs: the component or call, and the property. */
interface Place {
  owner: string
  property: string
}

/** Stands for the object below `properties`, whose keys are names. */
const mapKey = ' properties'

/** JSON numbers are exact in this range anyway. */
function isIntegerRange(key: string, value: unknown): boolean {
  return (key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
}

/** JSON text of each object, made once. */
function cachedText(): (node: object) => string {
  const known = new WeakMap<object, string>()
  return (node) => {
    const text = known.get(node) ?? JSON.stringify(node)
    known.set(node, text)
    return text
  }
}

function repeatedSchemas(document: Json, text: (node: object) => string): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isObject(node)) return
    if (isSchema(node)) {
      const key = text(node)
      if (key.length >= minSharedLength && seen.has(key)) return void repeated.add(key)
      seen.add(key)
    }
    Object.values(node).forEach(visit)
  }
  visit(document)
  return repeated
}

function isObject(node: unknown): node is Json {
  return typeof node === 'object' && node !== null
}

function isSchema(node: Json): boolean {
  return ['object', 'array'].includes(node['type'] as string) || 'anyOf' in node || 'enum' in node
}

/** "CheckUnanswered" for an object with that code, else the name of its property. */
function nameOf(node: Json, { owner, property }: Place): string {
  const properties = node['properties'] as Record<string, { const?: unknown } | undefined> | undefined
  const constant = properties?.['code']?.const ?? properties?.['kind']?.const
  const name = pascalCase(typeof constant === 'string' ? constant : property)
  return name === '' ? pascalCase(owner) : name
}

function pascalCase(words: string): string {
  const name = words.replaceAll(/[^A-Za-z0-9]+(.)?/g, (_gap, next: string = '') => next.toUpperCase())
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** The name, else with its owner in front, else with a number. */
function freeName(name: string, owner: string, taken: ReadonlySet<string>): string {
  const long = `${pascalCase(owner)}${name}`
  const free = [name, long].find((candidate) => !taken.has(candidate))
  if (free !== undefined) return free
  let number = 2
  while (taken.has(`${long}${number}`)) number += 1
  return `${long}${number}`
}

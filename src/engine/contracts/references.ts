import { posix } from 'node:path'
import type { ContractProblemReason } from '../../shared/codes/contracts.ts'
import { valueAt } from '../../shared/json/jsonPointer.ts'
import type { ContractFiles } from './contractFiles.ts'
import { type ContractFile, pointerTo } from './readDocument.ts'

/** The base of references: a file, or the part of a file that has an `$id` of its own. */
export interface Resource {
  file: string
  /** JSON Pointer of its root. */
  root: string
  /** Its `$id` as an absolute address, or null. */
  uri: string | null
}

/** A part of a file. */
export interface Target {
  resource: Resource
  pointer: string
  value: unknown
}

/** Resolves references within the files of a contract. Nothing is ever fetched. */
export interface References {
  /** The part that a reference leads to, or why it leads nowhere. */
  resolve(from: Resource, reference: string): Target | ContractProblemReason
  /** Follows `$ref` of an object that may be one, such as a message; a few times at most. */
  follow(from: Target): Target | ContractProblemReason
  /** The resource of a schema that may have an `$id`. */
  within(resource: Resource, pointer: string, schema: Record<string, unknown>): Resource
  /** Notes the addresses of a file's schemas, so that others can refer to them. */
  note(file: ContractFile): void
  lineOf(file: string, pointer: string): number | null
}

const hasScheme = /^[A-Za-z][A-Za-z0-9+.-]*:/
/** References to references, such as of a message, are followed this many times. */
const maxHops = 20

export function createReferences(files: ContractFiles): References {
  const byAddress = new Map<string, Resource>()

  function valueOf(file: string): { value: unknown } | ContractProblemReason {
    const document = files.read(file)
    return 'why' in document ? document.why : document
  }

  function resourceAt(from: Resource, address: string, reference: string): Resource | ContractProblemReason {
    if (address === '') return from
    const uri = absolute(address, from.uri)
    const known = uri === null ? undefined : byAddress.get(uri)
    if (known !== undefined) return known
    if (hasScheme.test(address)) return { code: 'reference-remote', fields: { reference } }
    const file = posix.normalize(posix.join(posix.dirname(from.file), decoded(address)))
    if (file.startsWith('../') || posix.isAbsolute(decoded(address))) {
      return { code: 'reference-outside', fields: { reference } }
    }
    const document = files.read(file)
    // Relative to the address that the schema gives itself, a file that is not here is elsewhere.
    if ('why' in document) return unreadableReference(document.why, reference, from.uri === null ? null : uri)
    references.note(document)
    return { file, root: '', uri: addressOf(document.value, null) }
  }

  const references: References = {
    resolve(from, reference) {
      const [address = '', fragment = ''] = reference.split('#')
      const resource = resourceAt(from, address, reference)
      if ('code' in resource) return resource
      const document = valueOf(resource.file)
      if ('code' in document) return document
      const part = decoded(fragment)
      const pointer =
        part === '' || part.startsWith('/')
          ? resource.root + part
          : anchorIn(valueAt(document.value, resource.root), part, resource.root)
      const value = pointer === null ? undefined : valueAt(document.value, pointer)
      if (pointer === null || value === undefined) return { code: 'reference-missing', fields: { reference } }
      return { resource, pointer, value }
    },
    follow(from) {
      let target = from
      for (let hop = 0; hop < maxHops; hop += 1) {
        const reference = isObject(target.value) ? target.value['$ref'] : undefined
        if (typeof reference !== 'string') return target
        const next = references.resolve(target.resource, reference)
        if ('code' in next) return next
        target = next
      }
      return { code: 'reference-missing', fields: { reference: `${from.resource.file}#${from.pointer}` } }
    },
    within(resource, pointer, schema) {
      const uri = addressOf(schema, resource.uri)
      return uri === null || pointer === resource.root ? resource : { file: resource.file, root: pointer, uri }
    },
    note(document) {
      const add = (value: unknown, root: string, base: string | null): void => {
        const uri = addressOf(value, base)
        if (uri !== null && !byAddress.has(uri)) byAddress.set(uri, { file: document.file, root, uri })
        if (!isObject(value)) return
        for (const name of ['$defs', 'definitions']) {
          const parts = value[name]
          if (!isObject(parts)) continue
          for (const [part, schema] of Object.entries(parts)) {
            if (isObject(schema) && typeof schema['$id'] === 'string') add(schema, pointerTo(root, name, part), uri)
          }
        }
      }
      add(document.value, '', null)
    },
    lineOf(file, pointer) {
      const document = files.read(file)
      return 'why' in document ? document.line : document.lineOf(pointer)
    },
  }
  return references
}

/** Why a reference to a file leads nowhere. @param uri its address on a network, or null */
function unreadableReference(why: ContractProblemReason, reference: string, uri: string | null): ContractProblemReason {
  if (why.code === 'contract-file-missing') {
    return uri === null
      ? { code: 'reference-missing', fields: { reference } }
      : { code: 'reference-remote', fields: { reference: uri } }
  }
  if (why.code === 'reference-outside') return { code: 'reference-outside', fields: { reference } }
  const detail = 'detail' in why.fields ? why.fields.detail : why.code
  return { code: 'reference-file-unreadable', fields: { reference, detail } }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The absolute address that a schema gives itself, without a fragment, or null. */
function addressOf(value: unknown, base: string | null): string | null {
  const id = isObject(value) ? value['$id'] : undefined
  return typeof id === 'string' && !id.startsWith('#') ? absolute(id, base) : null
}

function absolute(address: string, base: string | null): string | null {
  try {
    const url = base === null ? new URL(address) : new URL(address, base)
    url.hash = ''
    return url.href
  } catch {
    return null
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The pointer of the schema with an `$anchor`, or null. */
function anchorIn(root: unknown, name: string, pointer: string): string | null {
  const open: { value: unknown; pointer: string }[] = [{ value: root, pointer }]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one.value !== 'object' || one.value === null) continue
    if (isObject(one.value) && one.value['$anchor'] === name) return one.pointer
    for (const [key, value] of Object.entries(one.value)) open.push({ value, pointer: pointerTo(one.pointer, key) })
  }
  return null
}

import type { HeaderLine } from '../../shared/model.ts'
import { editNode, type JsonNode, type NodeEdits, readNode, textNode, textOf, writeNode } from './jsonNode.ts'

/** A request that is tried: its parts that can be cut or made simpler. Ids are unique among headers and nodes. */
export interface Candidate {
  format: 'json' | 'form'
  headers: readonly CandidateHeader[]
  body: JsonNode
}

export interface CandidateHeader {
  id: number
  name: string
  value: string
}

/** Edits of headers and of the body, by id; null removes. */
export interface Edits {
  headers: ReadonlyMap<number, CandidateHeader | null>
  nodes: NodeEdits
}

/** Ids of headers begin here. */
const firstHeaderId = 1_000_000_000

/**
 * Parts a request. Null where the body is neither JSON nor a form, or is empty. Pure.
 * @param fixed names of headers in small letters that stay: those that the signature sets, and the type of the body
 */
export function readCandidate(
  { headers, body }: { headers: readonly HeaderLine[]; body: Uint8Array },
  fixed: ReadonlySet<string>,
): { candidate: Candidate; kept: HeaderLine[] } | null {
  const text = utf8(body)
  if (text === null || text === '') return null
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type)
  const node = isForm ? readForm(text) : readNode(text)
  if (node === null) return null
  const isFixed = ([name]: HeaderLine) => fixed.has(name.toLowerCase())
  const free = headers.filter((line) => !isFixed(line))
  return {
    candidate: {
      format: isForm ? 'form' : 'json',
      headers: free.map(([name, value], index) => ({ id: firstHeaderId + index, name, value })),
      body: node,
    },
    kept: headers.filter(isFixed),
  }
}

function utf8(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return null
  }
}

/** The fields of a form as members of an object, also those of the same name. */
function readForm(text: string): JsonNode {
  const members = [...new URLSearchParams(text)].map(([name, value], index) => ({
    name,
    nameJson: JSON.stringify(name),
    value: textNode(index + 1, value),
  }))
  return { id: 0, kind: 'object', members }
}

/** The body as text, in the fewest characters. Pure. */
export function bodyText({ format, body }: Pick<Candidate, 'format' | 'body'>): string {
  if (format === 'json' || body.kind !== 'object') return writeNode(body)
  const fields = body.members.map(({ name, value }): [string, string] => [
    name,
    value.kind === 'text' ? textOf(value) : '',
  ])
  return new URLSearchParams(fields).toString()
}

/** Text that is the same for equal candidates only. */
export function candidateKey(candidate: Candidate): string {
  return JSON.stringify([bodyText(candidate), candidate.headers.map(({ name, value }) => [name, value])])
}

/** Null where nothing of the body would be left. Pure. */
export function withEdits(candidate: Candidate, { headers, nodes }: Edits): Candidate | null {
  const body = editNode(candidate.body, nodes)
  if (body === null) return null
  const kept = candidate.headers.flatMap((line) => {
    const edited = headers.get(line.id)
    return edited === undefined ? [line] : edited === null ? [] : [edited]
  })
  return { ...candidate, headers: kept, body }
}

export function nodeEdit(id: number, node: JsonNode | null): Edits {
  return { headers: new Map(), nodes: new Map([[id, node]]) }
}

export function headerEdit(id: number, header: CandidateHeader | null): Edits {
  return { headers: new Map([[id, header]]), nodes: new Map() }
}

export function allEdits(edits: readonly Edits[]): Edits {
  return {
    headers: new Map(edits.flatMap(({ headers }) => [...headers])),
    nodes: new Map(edits.flatMap(({ nodes }) => [...nodes])),
  }
}

import type { ContractProblemReason } from '../../shared/codes/contracts.ts'
import { contractProblemSentence } from '../../shared/words/contracts.ts'
import type { ContractDocument } from '../../shared/wireTypes.ts'
import { findAsyncApiMessages } from './asyncApiMessages.ts'
import { type ContractFiles, type ContractSource, openContractFiles } from './contractFiles.ts'
import { findOpenApiMessages } from './openApiMessages.ts'
import type { ContractFormat, Finder, FoundMessage, FoundProblem } from './readMessages.ts'
import { textIn } from './readMessages.ts'
import { createReferences, isObject, type References, type Target } from './references.ts'
import { createSchemaGraph, type GraphNode, unusableNodes } from './schemaGraph.ts'
import { findSchemaMessages, isSchema } from './schemaMessages.ts'
import { faultsOfSchemas } from './schemaFaults.ts'

/** A message whose schema is in the graph. */
export interface ContractMessage extends Omit<FoundMessage, 'payload'> {
  /** Number of its schema in the graph. */
  node: number
  /** Why it cannot be validated against, or null. */
  fault: string | null
}

/** A contract that was read. */
export interface LoadedContract {
  messages: ContractMessage[]
  nodes: readonly GraphNode[]
  document: ContractDocument
  /** Files and folders to watch for changes. */
  watched: string[]
}

const maxMessages = 10_000
const maxProblems = 200

/** Reads a contract with all files that it refers to. Never throws for what a document holds. */
export function loadContract(source: ContractSource): LoadedContract {
  const files = openContractFiles(source)
  if ('code' in files) {
    const path = 'path' in source ? source.path : source.name
    return unreadable(
      [{ file: path, line: null, pointer: '', why: files, message: contractProblemSentence(files) }],
      [],
    )
  }
  const references = createReferences(files)
  const finder: Finder = { references, messages: [], problems: [] }
  const head = findMessages(files, finder)
  const messages = finder.messages.slice(0, maxMessages)
  const count = finder.messages.length
  if (count > maxMessages) {
    const why = { code: 'contract-too-many-messages', fields: { max: maxMessages, count } } as const
    finder.problems.push({ file: files.given[0] ?? '', pointer: '', why })
  }

  const graph = createSchemaGraph(references)
  const numbered = messages.map(({ payload, ...message }) => ({ ...message, node: graph.add(payload) }))
  const dialects = new Map(numbered.map(({ node, dialect }) => [node, dialect]))
  const ofSchemas = [...graph.problems, ...faultsOfSchemas(graph.nodes, dialects)]
  const unusable = unusableNodes(graph.nodes, new Set(ofSchemas.map(({ node }) => node)))
  const problems = [...finder.problems, ...ofSchemas]
  if (messages.length === 0 && problems.length === 0 && head.format !== null) {
    const why = { code: 'contract-without-messages', fields: { format: head.format } } as const
    problems.push({ file: files.given[0] ?? '', pointer: '', why })
  }
  const first = ofSchemas[0]
  const fault = first === undefined ? null : faultSentence(first)
  const loaded = numbered.map((message) => ({
    ...message,
    fault: unusable.has(message.node) ? (faultOf(message.node, graph.nodes, ofSchemas) ?? fault) : null,
  }))
  return {
    messages: loaded,
    nodes: graph.nodes,
    watched: files.watched(),
    document: {
      ...head,
      files: Math.max(1, files.watched().length),
      messages: loaded.map(({ name, summary, file, pointer, fault: problem, examples }) => {
        return { name, summary, place: `${file}#${pointer}`, usable: problem === null, examples: examples.length }
      }),
      problems: problems.slice(0, maxProblems).map((problem) => problemView(problem, references)),
      moreProblems: Math.max(0, problems.length - maxProblems),
    },
  }
}

/** A contract of which nothing could be read. */
export function unreadable(problems: ContractDocument['problems'], watched: string[]): LoadedContract {
  const head = { format: null, title: null, version: null, files: 0 }
  return { messages: [], nodes: [], watched, document: { ...head, messages: [], problems, moreProblems: 0 } }
}

interface Head {
  format: ContractFormat | null
  title: string | null
  version: string | null
}

function findMessages(files: ContractFiles, finder: Finder): Head {
  const none: Head = { format: null, title: null, version: null }
  const [only] = files.given
  if (files.given.length !== 1 || only === undefined) return findInFolder(files, finder)
  const document = files.read(only)
  if ('why' in document) {
    finder.problems.push({ file: only, pointer: '', why: document.why })
    return none
  }
  finder.references.note(document)
  const { value } = document
  const root: Target = { resource: { file: only, root: '', uri: null }, pointer: '', value }
  const report = (pointer: string, why: ContractProblemReason): Head => {
    finder.problems.push({ file: only, pointer, why })
    return none
  }
  const info = isObject(value) ? value['info'] : undefined
  const head = { title: textIn(info, 'title'), version: textIn(info, 'version') }
  for (const { key, format, known, is, find } of formats) {
    const declared = isObject(value) ? value[key] : undefined
    if (declared === undefined) continue
    const version = typeof declared === 'string' ? declared : JSON.stringify(declared)
    if (!is.test(version)) {
      return report(`/${key}`, {
        code: 'contract-version-unknown',
        fields: { format, version, known },
      })
    }
    find(root, finder)
    return { format, ...head }
  }
  if (!isSchema(value)) return report('', { code: 'contract-kind-unknown', fields: {} })
  findSchemaMessages(schemaRoot(root), finder)
  return { format: 'JSON Schema', title: textIn(value, 'title'), version: null }
}

const formats = [
  { key: 'openapi', format: 'OpenAPI', known: '3.1 and 3.2', is: /^3\.[12](?:\.|$)/, find: findOpenApiMessages },
  { key: 'asyncapi', format: 'AsyncAPI', known: '2 and 3', is: /^[23]\./, find: findAsyncApiMessages },
  // Its earlier name, of which no version has webhooks.
  { key: 'swagger', format: 'OpenAPI', known: '3.1 and 3.2', is: /^$/, find: findOpenApiMessages },
] as const

function findInFolder(files: ContractFiles, finder: Finder): Head {
  const roots: Target[] = []
  for (const file of files.given) {
    const document = files.read(file)
    if ('why' in document) {
      finder.problems.push({ file, pointer: '', why: document.why })
      continue
    }
    finder.references.note(document)
    if (isSchema(document.value)) {
      roots.push({ resource: { file, root: '', uri: null }, pointer: '', value: document.value })
    }
  }
  for (const root of roots) findSchemaMessages(schemaRoot(root), finder)
  return { format: 'JSON Schema', title: null, version: null }
}

/** A schema's own address is what its references are relative to. */
function schemaRoot(root: Target): Target {
  const id = isObject(root.value) ? root.value['$id'] : undefined
  const uri = typeof id === 'string' && URL.canParse(id) ? (id.split('#')[0] ?? null) : null
  return { ...root, resource: { ...root.resource, uri } }
}

function problemView(
  { file, pointer, why }: FoundProblem,
  references: References,
): ContractDocument['problems'][number] {
  return { file, line: references.lineOf(file, pointer), pointer, why, message: contractProblemSentence(why) }
}

function faultSentence({ file, pointer, why }: FoundProblem): string {
  return `${contractProblemSentence(why)} (${file}#${pointer})`
}

/** The first problem that the schema reaches. */
function faultOf(
  start: number,
  nodes: readonly GraphNode[],
  problems: readonly (FoundProblem & { node: number })[],
): string | null {
  const byNode = new Map(problems.toReversed().map((problem) => [problem.node, problem]))
  const seen = new Set([start])
  for (const node of seen) {
    const problem = byNode.get(node)
    if (problem !== undefined) return faultSentence(problem)
    for (const used of nodes[node]?.uses ?? []) seen.add(used)
  }
  return null
}

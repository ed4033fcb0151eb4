import { readFileSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { ContractProblemReason } from '../../shared/codes/contracts.ts'
import { type ContractFile, maxDocumentBytes, readDocument, type SyntaxFault } from './readDocument.ts'

/** Where a contract is: a file or folder, or a text that this program has itself. */
export type ContractSource = { path: string } | { name: string; text: string }

/** Reads the documents of a contract, each once, and nothing outside of its folder. */
export interface ContractFiles {
  /** The documents that were given: the file, or all of the folder. */
  given: readonly string[]
  /** Reads one by its path below the folder. */
  read(file: string): ContractFile | SyntaxFault
  /** Absolute paths of everything that was read, to be watched for changes. */
  watched(): string[]
}

export const maxFiles = 20_000
const isDocument = /\.(?:json|ya?ml)$/i

/** Opens a contract. Returns why that is impossible where it is. */
export function openContractFiles(source: ContractSource): ContractFiles | ContractProblemReason {
  if ('text' in source) {
    const document = readDocument(source.name, source.text)
    return { given: [source.name], read: () => document, watched: () => [] }
  }
  const path = resolve(source.path)
  try {
    const real = realpathSync(path)
    const isFolder = statSync(real).isDirectory()
    const root = isFolder ? real : dirname(real)
    const given = isFolder ? documentsBelow(real) : [basename(real)]
    if (given.length > maxFiles) return { code: 'contract-too-many-files', fields: { path, max: maxFiles } }
    return reader(root, given, isFolder ? [real] : [])
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return { code: 'contract-file-missing', fields: { path } }
    return { code: 'contract-file-unreadable', fields: { path, detail: message } }
  }
}

function documentsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isDocument.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((file) => !/(?:^|\/)(?:node_modules|\.git)\//.test(file))
    .sort()
}

function reader(root: string, given: readonly string[], folders: readonly string[]): ContractFiles {
  const read = new Map<string, ContractFile | SyntaxFault>()
  const watched = new Set<string>(folders)

  function readFile(file: string): ContractFile | SyntaxFault {
    const path = join(root, file)
    watched.add(path)
    try {
      // A link may lead out of the folder.
      const real = realpathSync(path)
      if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) {
        return { why: { code: 'reference-outside', fields: { reference: file } }, line: null }
      }
      if (statSync(real).size > maxDocumentBytes) {
        const fields = { path: file, maxMb: maxDocumentBytes / 1024 / 1024 }
        return { why: { code: 'contract-file-too-large', fields }, line: null }
      }
      return readDocument(file, readFileSync(real, 'utf8'))
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return { why: { code: 'contract-file-missing', fields: { path: file } }, line: null }
      return { why: { code: 'contract-file-unreadable', fields: { path: file, detail: message } }, line: null }
    }
  }

  return {
    given,
    read(file) {
      const known = read.get(file) ?? readFile(file)
      read.set(file, known)
      return known
    },
    watched: () => [...watched],
  }
}

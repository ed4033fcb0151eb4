import type { DatabaseSync } from 'node:sqlite'
import { blockOf, codeLetters, idsInWordBlock } from './idBlocks.ts'
import { allWordsOf } from './searchWords.ts'
import type { WordTerm } from './wordTerms.ts'

/**
 * In the index each word comes after the number of the block that its delivery is in. So the start of a word, which a
 * list of words can only look up by gathering all words that begin with it, is gathered in one block at a time, beginning
 * with the newest. A single letter, the first that a person types, begins more words than any other start: which deliveries
 * have one is a list of its own (`prefix` in indexSchema.ts), read from the newest on as far as it is wanted.
 */

function codeOf(block: number): string {
  return block.toString(36).padStart(codeLetters, '0')
}

/** The words of folded text, as the index is given them. */
export function indexedWords(id: number, folded: string): string {
  const code = codeOf(blockOf(id, idsInWordBlock))
  const words = [...new Set(allWordsOf(folded))]
  return words.length === 0 ? '' : code + words.join(` ${code}`)
}

/** The query of FTS5 for one block. Each word is quoted, so that nothing a person types is taken for an operator. */
function expressionIn(block: number, terms: readonly WordTerm[]): string {
  const code = codeOf(block)
  return terms
    .flatMap(({ words, together }) =>
      words.map((word, index) => `"${code}${word}"${!together && index === words.length - 1 ? '*' : ''}`),
    )
    .join(' AND ')
}

/** So many words are looked up in one query at most. */
const mostLookUps = 64
/** And in so many blocks. */
const mostBlocks = 16
/** After so many ids a caller may stop. */
const idsBetweenStops = 2048

/** Everything down to this id, with it, was looked at: a caller in a hurry can stop here. */
export interface Passed {
  passed: number
}

export interface WordSearch {
  /** Ids between these two, both left out. */
  after: number
  before: number
  /** Blocks are looked into one by one, and only where something between these ids, both meant, is wanted at all. */
  mayHave: ((first: number, last: number) => boolean) | null
}

/** Finds deliveries by their words. */
export interface WordFinder {
  /** Ids of deliveries that have all words of all terms, the newest first. */
  newestFirst(terms: readonly WordTerm[], search: WordSearch): Generator<number | Passed>
  /** Makes a function that says whether a delivery has all words of a term; quick for ids in order. */
  having(term: WordTerm): (id: number) => boolean
}

/** Makes it for a connection that openReader made. */
export function createWordFinder(database: DatabaseSync): WordFinder {
  const sql = 'SELECT rowid AS id FROM idx.words WHERE words MATCH ? AND rowid < ? AND rowid > ? ORDER BY rowid DESC'
  return {
    *newestFirst(terms, { after, before, mayHave }) {
      const find = database.prepare(sql)
      const words = terms.reduce((sum, term) => sum + term.words.length, 0)
      const most = mayHave === null ? Math.min(mostBlocks, Math.max(1, Math.floor(mostLookUps / words))) : 1
      const last = blockOf(after + 1, idsInWordBlock)
      let block = blockOf(before - 1, idsInWordBlock)
      for (let count = 1; block >= last; count = Math.min(2 * count, most)) {
        const blocks = Math.min(count, block - last + 1)
        const first = (block - blocks + 1) * idsInWordBlock
        if (mayHave === null || mayHave(first, first + idsInWordBlock - 1)) {
          const expressions = Array.from({ length: blocks }, (_, index) => `(${expressionIn(block - index, terms)})`)
          let found = 0
          for (const row of find.iterate(expressions.join(' OR '), before, after)) {
            const id = Number(row['id'])
            yield id
            found += 1
            if (found % idsBetweenStops === 0) yield { passed: id }
          }
        }
        block -= blocks
        if (block >= last) yield { passed: first }
      }
    },
    having(term) {
      const find = database.prepare(sql)
      let known: { block: number; ids: Set<number> } | null = null
      return (id) => {
        const block = blockOf(id, idsInWordBlock)
        if (known?.block !== block) {
          const first = block * idsInWordBlock
          const rows = find.all(expressionIn(block, [term]), first + idsInWordBlock, first - 1)
          known = { block, ids: new Set(rows.map((row) => Number(row['id']))) }
        }
        return known.ids.has(id)
      }
    },
  }
}

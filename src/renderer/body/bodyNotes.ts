import { bodyNoteWords as words } from '../words/bodyNotes.ts'
import { mostValues } from './indexJson.ts'
import type { ReadBody } from './readBody.ts'

/** All that a person must know to trust what the views show, a sentence each. Pure. */
export function bodyNotes(read: ReadBody, bytes: Uint8Array): string[] {
  const { check, json, recoded, unknownCharset } = read
  const notes: string[] = []
  if (recoded !== null) notes.push(words.recoded(recoded.charset))
  if (unknownCharset !== null) notes.push(words.unknownCharset(unknownCharset))
  if (read.kind === 'binary') notes.push(words.binary)
  else if (check.invalid > 0) notes.push(words.invalid(check.invalid, check.places))
  if (check.bom) notes.push(words.bom)
  if (check.nuls > 0 && read.kind !== 'binary') notes.push(words.nuls(check.nuls))
  if (json === null) return notes
  if (json.problem?.what === 'many') return [...notes, words.tooMany(mostValues)]
  if (json.problem !== null) {
    const { line, column } = placeOf(bytes, json.problem.at)
    notes.push(words.broken(words.problems[json.problem.what], line, column, json.problem.at))
  }
  if (json.duplicateKeys > 0) notes.push(words.duplicates(json.duplicateKeys))
  if (json.changedNumbers > 0) notes.push(words.numbers(json.changedNumbers))
  if (json.loneSurrogates > 0) notes.push(words.surrogates(json.loneSurrogates))
  return notes
}

/** Line and column of a byte, from 1; the column counts bytes. */
function placeOf(bytes: Uint8Array, offset: number): { line: number; column: number } {
  let line = 1
  let begin = 0
  for (let at = bytes.indexOf(0x0a); at !== -1 && at < offset; at = bytes.indexOf(0x0a, at + 1)) {
    line++
    begin = at + 1
  }
  return { line, column: offset - begin + 1 }
}

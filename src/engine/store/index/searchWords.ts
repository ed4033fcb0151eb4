/**
 * Letters, digits and private characters, but for a few letters that SQLite's older tables take for marks.
 * The index's own tokenizer (unicode61) must part text exactly here: a search of whole words knows no phrases.
 */
const word = /* linear: one class */ /[[\p{L}\p{N}\p{Co}]--[\u19B0-\u19C9\u1CF2\u1CF3]]+/gv
const noWord = /* linear: one class */ /[[^\p{L}\p{N}\p{Co}][\u19B0-\u19C9\u1CF2\u1CF3]]+/gv
const beyondAscii = /[^\0-\u007F]/

/**
 * Text without case, accents and other marks. Both what is indexed and what is searched goes through it, so that both
 * see the same words in every script.
 */
export function foldText(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase()
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  // Lower case of a Greek word depends on what follows its last sigma; a search does not know what follows.
  return plain.replaceAll('ς', 'σ').replaceAll(noWord, ' ')
}

/** Splits a search text into words, in order. A text without letters and digits has none. */
export function wordsOf(text: string): string[] {
  return foldText(text).match(word)?.slice(0, 32) ?? []
}

/** Faster pattern for ASCII text, which needs no Unicode tables. */
const asciiWord = /[a-z0-9]+/g

/** Every word of folded text, in order. */
export function allWordsOf(folded: string): readonly string[] {
  return folded.match(beyondAscii.test(folded) ? word : asciiWord) ?? []
}

/** Whether words follow each other from a place on. */
export function startsAt(present: readonly string[], place: number, words: readonly string[]): boolean {
  return words.every((wanted, index) => present[place + index] === wanted)
}

interface Coded {
  code: string
  fields: object
}

/** A sentence for every code of an area. */
export type WordsOf<Entry extends Coded> = {
  readonly [Code in Entry['code']]: (fields: Extract<Entry, { code: Code }>['fields']) => string
}

/** The sentence of one entry. */
export function inWords<Entry extends Coded>(words: WordsOf<Entry>, entry: Entry): string {
  const word = words[entry.code as Entry['code']]
  return word(entry.fields)
}

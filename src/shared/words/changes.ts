/** A change of a shape, as far as its sentence needs it. */
interface NamedChange {
  kind: 'new-field' | 'missing-field' | 'other-type' | 'null-value' | 'new-value'
  path: readonly string[]
  detail: string
}

/** Says how a shape changed: "data.tax is new." Pure. */
export function changeSentence({ kind, path, detail }: NamedChange): string {
  const place = path.length === 0 ? 'The body' : path.map((name) => (name === '' ? '""' : name)).join('.')
  switch (kind) {
    case 'new-field':
      return `${place} is new.`
    case 'missing-field':
      return `${place} is missing; it was always there before.`
    case 'other-type':
      return `${place} is ${article[detail] ?? `a ${detail}`} for the first time.`
    case 'null-value':
      return `${place} is null for the first time.`
    case 'new-value':
      return `${place} is "${detail}" for the first time.`
  }
}

const article: Readonly<Record<string, string>> = { object: 'an object', array: 'an array' }

/** Says that some deliveries were not compared with their shape yet. */
export function driftPendingSentence(pending: number): string {
  const what = pending === 1 ? '1 delivery was' : `${pending} deliveries were`
  return `${what} not compared with their shape yet, so more may show drift. Ask again in a moment.`
}

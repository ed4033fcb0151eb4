/** What is looked at of an environment. */
interface Named {
  id: string
  name: string
  kind: string
  baseUrl: string
}

/**
 * The environments with all the words that were typed in their name or base URL, in any case: the sandbox first, then by
 * name as a person reads it. Pure.
 */
export function matchingEnvironments<T extends Named>(environments: readonly T[], query: string): T[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return environments
    .filter(({ name, baseUrl }) => {
      const text = `${name} ${baseUrl}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .toSorted((a, b) => Number(b.kind === 'sandbox') - Number(a.kind === 'sandbox') || byName.compare(a.name, b.name))
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** The fields of an environment that are searched. */
interface Named {
  id: string
  name: string
  kind: string
  baseUrl: string
}

/**
 * The environments with all the words that were typed in their name or base URL, in any case: those first that are called
 * so, the sandbox before all others, then by name as the user reads it. Pure.
 */
export function matchingEnvironments<T extends Named>(environments: readonly T[], query: string): T[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  return environments
    .filter(({ name, baseUrl }) => hasAll(`${name} ${baseUrl}`))
    .map((environment) => ({ environment, isCalledSo: hasAll(environment.name) }))
    .toSorted(
      (a, b) =>
        Number(b.isCalledSo) - Number(a.isCalledSo) ||
        Number(b.environment.kind === 'sandbox') - Number(a.environment.kind === 'sandbox') ||
        byName.compare(a.environment.name, b.environment.name),
    )
    .map(({ environment }) => environment)
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

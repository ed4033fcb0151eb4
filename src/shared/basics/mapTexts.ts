/** A value with every text in it changed; what nothing changed in is the same object as before. Names of fields stay. Pure. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T
  if (Array.isArray(value)) {
    let changed: unknown[] | null = null
    for (const [place, item] of value.entries()) {
      const next = mapTexts(item as unknown, change)
      if (next === item) continue
      changed ??= [...(value as unknown[])]
      changed[place] = next
    }
    return (changed ?? value) as T
  }
  if (typeof value !== 'object' || value === null) return value
  let changed: Record<string, unknown> | null = null
  for (const name of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[name]
    const next = mapTexts(field, change)
    if (next === field) continue
    // Spread first: a field called __proto__ is then one of its own.
    changed ??= { ...(value as Record<string, unknown>) }
    changed[name] = next
  }
  return (changed ?? value) as T
}

import { filterKeys, type FilterKey } from '../../shared/deliveryFilter.ts'

/** The key that a mistyped one most likely means, or null: "verdit" means verdict, "http" none. */
export function similarKey(name: string): FilterKey | null {
  const typed = name.toLowerCase()
  if (typed.length < 3) return null
  return filterKeys.find((key) => key.startsWith(typed.slice(0, 3)) || key === typed.replace(/s$/, '')) ?? null
}

import { useState } from 'react'

/** A number that grows whenever a value is another object than before, equal or not. */
export function useVersionOf(value: object): number {
  const [seen, setSeen] = useState({ value, version: 0 })
  if (seen.value === value) return seen.version
  setSeen({ value, version: seen.version + 1 })
  return seen.version + 1
}

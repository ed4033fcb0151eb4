import { at, type JsonIndex, none } from './jsonIndex.ts'
import { textOfKey } from './textOf.ts'

/** Where a value stands, as a difference names it: `items[2].state`; '' for the outermost. Pure. */
export function jsonPath(index: JsonIndex, bytes: Uint8Array, node: number): string {
  const steps: string[] = []
  for (let value = node; at(index.parent, value) !== none; value = at(index.parent, value)) {
    const key = at(index.key, value)
    steps.push(key === none ? `[${at(index.position, value)}]` : `.${textOfKey(bytes, key)}`)
  }
  return steps.toReversed().join('').replace(/^\./, '')
}

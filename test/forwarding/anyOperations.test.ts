import { expect } from 'vitest'
import { fewAndAll } from '../support/fewAndAll.ts'
import { tryAnyOperations } from './tryAnyOperations.ts'

fewAndAll(
  'whatever is done to a rule and its app: nothing is sent after its recorded 2xx, nothing is forgotten',
  [
    { seeds: [1], operations: 60 },
    { seeds: [1, 2, 3], operations: 400 },
  ],
  async ({ seeds, operations }) => {
    for (const seed of seeds) {
      const { deliveries } = await tryAnyOperations({ seed, operations, deliveries: 5, objects: 5 })
      expect(deliveries).toBeGreaterThan(10)
    }
  },
)

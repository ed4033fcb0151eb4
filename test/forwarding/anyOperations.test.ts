/** @module-tag scaled */
import { expect, test } from 'vitest'
import { budget } from '../support/thorough.ts'
import { tryAnyOperations } from './tryAnyOperations.ts'

test.each([1, 2, 3])(
  'whatever is done to a rule and its app: nothing is sent after its recorded 2xx, nothing is forgotten (%i)',
  async (seed) => {
    const tried = { seed, operations: budget(60, 400), deliveries: 5, objects: 5 }
    const { deliveries } = await tryAnyOperations(tried)
    expect(deliveries).toBeGreaterThan(10)
  },
)

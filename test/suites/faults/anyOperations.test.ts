import { it } from 'vitest'
import { tryAnyOperations } from '../../forwarding/tryAnyOperations.ts'

it('400 operations on a rule over 40,000 deliveries with a failing app: nothing is sent after its 2xx, nothing is forgotten', async () => {
  const startedAt = performance.now()
  const { deliveries, attempts, seen } = await tryAnyOperations({
    seed: 4,
    operations: 400,
    deliveries: 40_000,
    objects: 2000,
  })
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.info(`${deliveries} deliveries, ${attempts} attempts (${seen} requests among the operations), ${seconds} s`)
})

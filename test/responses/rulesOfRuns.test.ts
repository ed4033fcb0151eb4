import { afterAll, expect, it } from 'vitest'
import { openResponses, runRuleIdStart } from '../../src/engine/responses/openResponses.ts'
import { openStore } from '../../src/engine/store/openStore.ts'
import { scratchFolder } from '../build/startServe.ts'
import { aRule } from './startResponsesHost.ts'

const folder = scratchFolder()
afterAll(() => folder.remove())

it('a rule of a scenario that a crash cut off answers nothing from the first request on', async () => {
  const store = await openStore({ folder: folder.path })
  const first = await openResponses(store, Date.now)
  await first.put('one', { rules: [aRule({ id: `${runRuleIdStart}1` }), aRule({ id: 'own' })] })
  first.stop()
  const second = await openResponses(store, Date.now)
  expect(second.switchedOn().map(({ ruleId }) => ruleId)).toEqual(['own'])
  expect(second.view('one').rules.map(({ id }) => id)).toEqual(['own'])
  second.stop()
  await store.close()
})

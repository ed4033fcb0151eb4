import { expect, test } from 'vitest'
import { startApp } from '../../forwarding/startApp.ts'
import { axeProblems } from '../../support/axeProblems.ts'
import { expectPage } from '../../support/expectPage.ts'
import { inboxRig } from '../inbox/inboxRig.ts'
import type { FixtureList, Status } from '../../../src/shared/wireTypes.ts'

const rig = inboxRig()

const order = {
  id: 'evt_1',
  type: 'order.updated',
  data: { customer: { name: 'Ada', email: null }, items: [], note: 'Please ring twice', paid: true },
}

test('what breaks the handler is found beside its answer, saved for a test, and sent again', async () => {
  const page = rig.page()
  const app = await startApp(({ body }, response) => {
    const { data } = JSON.parse(body.toString('utf8')) as Partial<typeof order>
    const breaks = data?.items?.length === 0 && data.customer?.email === null
    response.writeHead(breaks ? 500 : 200).end(breaks ? 'TypeError' : 'ok')
  })
  const { environment, receiver } = await rig.serve().call<Status>('GET', '/status')
  await rig.serve().call('PATCH', `/environments/${environment.id}`, { sharedSecret: 'a secret of the test' })
  await fetch(receiver.url ?? '', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  })
  await rig.open()
  await rig.rows().first().click()
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  const replay = page.getByRole('dialog', { name: 'Replay this delivery' })
  await replay.getByRole('textbox', { name: 'URL', exact: true }).fill(`${app.url}/hooks`)
  await replay.getByRole('button', { name: 'Send', exact: true }).click()
  await expectPage(replay.getByRole('region', { name: 'Answer' })).toContainText('Answered 500')

  await replay.getByRole('button', { name: 'Find what breaks it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Find what breaks it' })
  await expectPage(dialog).toContainText('Use a test database.')
  expect(app.seen).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await expectPage(dialog).toContainText(
    'Fails with 500 with data.customer.email null and data.items empty; passes without either.',
  )
  await expectPage(dialog.getByLabel('Body of the smallest delivery')).toContainText('"email": null')
  await expectPage(dialog.getByRole('row', { name: 'data.items empty' })).toContainText('passes with [{}]')
  await dialog.getByText('differences from the delivery').click()
  await expectPage(dialog.getByRole('row', { name: 'data.note' })).toContainText('removed')
  expect(await axeProblems(page)).toEqual([])

  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expectPage(dialog.getByText('Answered with 500')).toBeVisible()
  expect(app.seen.at(-1)?.body.toString()).toBe('{"data":{"customer":{"email":null},"items":[]}}')

  await dialog.getByRole('button', { name: 'Save as fixture …' }).click()
  const question = page.getByRole('dialog', { name: 'Save as fixture …' })
  await question.getByRole('textbox', { name: 'Name' }).fill('no-email')
  await question.getByRole('button', { name: 'Save', exact: true }).click()
  await expectPage(page.getByText('Fixture no-email saved')).toBeVisible()
  const { items } = await rig.serve().call<FixtureList>('GET', '/fixtures')
  expect(items.map(({ name }) => name)).toContain('no-email')
})

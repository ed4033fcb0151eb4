import { afterEach, describe, expect, test } from 'vitest'
import type { ScenarioList } from '../../../src/shared/wireTypes.ts'
import { axeProblems } from '../../support/axeProblems.ts'
import { expectPage } from '../../support/expectPage.ts'
import { tabTo } from '../focus.ts'
import { inboxRig } from '../inbox/inboxRig.ts'

const rig = inboxRig()

afterEach(async () => {
  const { items } = await rig.serve().call<ScenarioList>('GET', '/scenarios')
  for (const { name, from } of items) if (from === 'folder') await rig.serve().call('DELETE', `/scenarios/${name}`)
})

const editor = () => rig.page().getByRole('textbox', { name: 'Scenario as YAML' })
const button = (name: string) => rig.page().getByRole('button', { name, exact: true })
const steps = () => rig.page().getByRole('region', { name: 'Steps' }).getByRole('listitem')
const runs = () => rig.page().getByRole('region', { name: 'Runs' })

async function write(name: string, text: string): Promise<void> {
  await rig.serve().call('PUT', `/scenarios/${name}`, { text })
}

async function openScenario(name: string): Promise<void> {
  await rig.open()
  await rig.page().evaluate((hash) => {
    location.hash = hash
  }, `/scenarios/folder/${name}`)
  await expectPage(editor()).toBeVisible()
}

const flow = `name: An order is paid
steps:
  - say: A customer pays
  - create: Payment
    id: payment
  - say: The money arrives
  - advance: payment
  - check: { never: 'verdict:invalid' }
`

describe('scenarios in the page', () => {
  test('a new file is written with the keyboard: a mistake is shown in place, completion puts it right, and it runs green', async () => {
    await rig.open()
    const page = rig.page()
    await page.keyboard.press('g')
    await page.keyboard.press('y')
    await tabTo(page, 'New scenario')
    await page.keyboard.press('Enter')
    await page.keyboard.type('e2e-flow')
    await page.keyboard.press('Enter')
    await expectPage(page.getByText('No mistakes, 6 steps')).toBeVisible()

    await editor().focus()
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('taget: http://127.0.0.1:1')
    const sentence = 'Unknown field taget. Did you mean target?'
    await expectPage(page.locator('.cm-message')).toHaveText(sentence)
    await expectPage(page.locator('.cm-mark')).toHaveText('taget')
    await expectPage(page.getByRole('status').filter({ hasText: sentence })).toContainText('Line 2, column 1')
    await expectPage(button('Present')).toBeDisabled()
    await expectPage(button('Use target')).toBeVisible()
    expect(await axeProblems(page)).toEqual([])

    await page.keyboard.press('Shift+Home')
    await page.keyboard.type('descr')
    await expectPage(page.getByRole('option', { name: /description/ })).toBeVisible()
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('Tab')
    await page.keyboard.type('Written in a test')
    await expectPage(page.getByText('No mistakes, 6 steps')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expectPage(page.getByRole('status').filter({ hasText: 'Held' })).toContainText('2 requests sent')
    await expectPage(page.getByRole('region', { name: 'Steps' }).getByRole('img', { name: 'held' })).toHaveCount(4)
    // The run saved the file.
    const described = async () => {
      const { items } = await rig.serve().call<ScenarioList>('GET', '/scenarios')
      return items.find(({ name }) => name === 'e2e-flow')?.outline?.description
    }
    await expectPage.poll(described).toBe('Written in a test')

    const link = steps()
      .filter({ hasText: 'Create Payment' })
      .getByRole('link', { name: /^Delivery/ })
    await link.focus()
    await page.keyboard.press('Enter')
    await expectPage(page).toHaveURL(/#\/inbox\/\d+/)
    await expectPage(page.getByText('The signature is right')).toBeVisible()

    // The object that the run moved becomes a scenario of its own, which runs green.
    await rig.serve().call('POST', '/environments/sandbox/activate')
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.getByRole('listbox', { name: 'Objects' }).press('Home')
    await tabTo(page, 'Save story as scenario…')
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Save as scenario' })
    await expectPage(question.getByRole('textbox', { name: 'File name' })).toHaveValue('recorded-sandbox')
    await page.keyboard.press('Enter')
    await expectPage(page.getByRole('heading', { name: '2 deliveries of Sandbox' })).toBeVisible()
    await editor().focus()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expectPage(page.getByRole('status').filter({ hasText: 'Held' })).toContainText('2 requests sent')
  })

  test('an expectation that does not hold shows both values, and two runs are compared by the steps that differ', async () => {
    const text = (status: number) => `name: Forged
steps:
  - send: { body: { id: '1', resourceType: Payment, resourceId: 'a', action: update } }
    sign: { break: flip-byte }
  - expect: { status: ${status}, verdict: valid }
`
    await write('e2e-forged', text(200))
    await openScenario('e2e-forged')
    const page = rig.page()
    await button('Run').click()
    const failed = steps().filter({ hasText: 'Expect 200' })
    await expectPage(failed).toContainText('Expected')
    await expectPage(failed).toContainText('verdict: valid')
    await expectPage(failed).toContainText('Receivedinvalid')
    await expectPage(failed.getByRole('img', { name: 'failed' })).toBeVisible()
    await expectPage(page.getByRole('link', { name: /Forged/ }).getByRole('img')).toHaveAccessibleName(
      'last run: Failed',
    )

    await editor().focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(text(200).replace(', verdict: valid', ', verdict: invalid'))
    await expectPage(page.getByText('No mistakes, 2 steps')).toBeVisible()
    await button('Run').click()
    await expectPage(page.getByRole('status').filter({ hasText: 'Held' })).toBeVisible()
    await expectPage(runs().getByRole('checkbox')).toHaveCount(2)
    for (const box of await runs().getByRole('checkbox').all()) await box.check()
    const differing = page.getByRole('table', { name: 'Steps that differ' })
    await expectPage(differing.getByRole('row')).toHaveCount(3)
    await expectPage(differing).toContainText('received invalid')
    expect(await axeProblems(page)).toEqual([])
  })

  test(
    'a run pauses before chosen steps, goes on with the arrow keys, and one step runs alone',
    { tags: 'full' },
    async () => {
      await write('e2e-steps', flow)
      await openScenario('e2e-steps')
      const page = rig.page()
      await button('Pause before: Advance payment').focus()
      await page.keyboard.press('Enter')
      await button('Run').focus()
      await page.keyboard.press('Enter')
      await expectPage(page.getByText('Paused before: Advance payment')).toBeVisible()
      await expectPage(steps().filter({ hasText: 'Advance payment' })).toHaveAttribute('aria-current', 'step')
      await page.keyboard.press('ArrowRight')
      await expectPage(page.getByRole('status').filter({ hasText: 'Held' })).toBeVisible()

      await button('Step by step').focus()
      await page.keyboard.press('Enter')
      for (const title of ['A customer pays', 'Create Payment', 'The money arrives']) {
        await expectPage(page.getByText(`Paused before: ${title}`)).toBeVisible()
        await page.keyboard.press('ArrowRight')
      }
      await expectPage(page.getByText('Paused before: Advance payment')).toBeVisible()
      await page.keyboard.press('Shift+ArrowRight')
      await expectPage(page.getByRole('status').filter({ hasText: 'Held' })).toContainText('2 requests sent')

      await button('Run only this step: Create Payment').focus()
      await page.keyboard.press('Enter')
      await expectPage(page.getByRole('status').filter({ hasText: 'Held' })).toContainText('1 request sent')
      await expectPage(steps().getByRole('img', { name: 'skipped' })).toHaveCount(2)

      await page.getByLabel('App under test').fill('http://192.0.2.1/hooks')
      await page.keyboard.press('Enter')
      await expectPage(page.getByRole('alert')).toContainText('is not this machine')
      await expectPage(button('Allow 192.0.2.1 and run')).toBeVisible()
    },
  )

  test(
    'presented, its captions are pictures that happen one after the other, and the way back is kept',
    { tags: 'full' },
    async () => {
      await write('e2e-stage', flow)
      await openScenario('e2e-stage')
      const page = rig.page()
      await expectPage(page.getByText('No mistakes')).toBeVisible()
      await button('Present').click()
      const title = page.getByRole('heading', { level: 1 })
      await expectPage(title).toHaveText('An order is paid')
      await page.keyboard.press('ArrowRight')
      await expectPage(title).toHaveText('A customer pays')
      await expectPage(page.getByText('1 step held.')).toBeVisible()
      await expectPage(page.getByRole('list', { name: 'From the sender to the object' })).toContainText('Valid')
      expect(await axeProblems(page)).toEqual([])
      // The delivery is looked at, and the stage is where it was.
      await page.keyboard.press('o')
      await expectPage(page.getByText('The signature is right')).toBeVisible()
      await page.getByRole('button', { name: /^Back to the stage/ }).click()
      await expectPage(title).toHaveText('A customer pays')
      await page.keyboard.press('ArrowRight')
      await expectPage(title).toHaveText('The money arrives')
      await expectPage(page.getByText('2 steps held.')).toBeVisible()
      await page.keyboard.press('ArrowRight')
      await expectPage(title).toHaveText('The result')
      await expectPage(page.getByText(/^Held: 5 of 5 steps held, 2 requests sent/)).toBeVisible()
      await page.keyboard.press('ArrowLeft')
      await expectPage(title).toHaveText('The money arrives')
      await page.keyboard.press('P')
      await expectPage(page.getByRole('heading', { name: 'An order is paid', level: 2 })).toBeVisible()
    },
  )
})

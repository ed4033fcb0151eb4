import { beforeEach, describe, expect, it } from 'vitest'
import { inboxRig } from './inboxRig.ts'
import { expectPage } from '../../support/expectPage.ts'

const { page, serve, rows, field, hasMark, ids, send, open } = inboxRig()
const chip = (name: string | RegExp) =>
  page().getByRole('group', { name: 'Filters in use' }).getByRole('button', { name })
const path = () => decodeURIComponent(new URL(page().url()).hash).replaceAll('+', ' ')

describe('the filter', () => {
  beforeEach(async () => {
    for (const resourceType of ['Payment', 'Wallet', 'Payment', 'Identity']) await send({ resourceType })
    await send({ resourceType: 'Wallet', action: 'update' })
    await open()
    await expectPage(rows()).toHaveCount(5)
  })

  it('is typed with completion, turned round and taken away by keyboard alone, and kept in the address', async () => {
    await page().keyboard.press('/')
    await expectPage(field()).toBeFocused()
    await page().keyboard.type('ty')
    await expectPage(page().getByRole('option', { name: /^type:/ })).toBeVisible()
    await page().keyboard.press('ArrowDown')
    await page().keyboard.press('Enter')
    await expectPage(field()).toHaveValue('type:')
    await expectPage(page().getByRole('option', { name: /^Wallet 2 of the newest deliveries/ })).toBeVisible()
    await page().keyboard.type('wal')
    await page().keyboard.press('ArrowDown')
    await page().keyboard.press('Enter')
    await expectPage(field()).toHaveValue('')
    await expectPage(rows()).toHaveCount(2)
    expect(path()).toContain('filter=type:Wallet')

    await page().keyboard.press('ArrowLeft')
    await expectPage(chip('type Wallet. Show all but these')).toBeFocused()
    await page().keyboard.press('Enter')
    await expectPage(rows()).toHaveCount(3)
    expect(path()).toContain('filter=-type:Wallet')
    await expectPage(chip('Not type Wallet. Show these again')).toBeFocused()

    await page().reload()
    await expectPage(rows()).toHaveCount(3)
    await chip('Not type Wallet. Show these again').focus()
    await page().keyboard.press('Delete')
    await expectPage(rows()).toHaveCount(5)
    await expectPage(field()).toBeFocused()
  })

  it('takes several chips and words by mouse, and one key clears all of it', { tags: 'full' }, async () => {
    await field().fill('action:create|update type:Wallet|Identity -action:update ')
    await expectPage(rows()).toHaveCount(2)
    await page().getByRole('button', { name: 'Take away: Not action update' }).click()
    await expectPage(rows()).toHaveCount(3)
    await page().getByRole('button', { name: 'Unsigned', exact: true }).click()
    await expectPage(chip(/^verdict Unsigned/)).toBeVisible()
    await field().fill('identity')
    await expectPage(rows()).toHaveCount(1)
    await page().getByRole('tree', { name: 'Deliveries, newest first' }).focus()
    await page().keyboard.press('Escape')
    await expectPage(rows()).toHaveCount(5)
    await expectPage(field()).toHaveValue('')
  })

  it(
    'says what is wrong with a word where it was typed, and what it takes, and is not saved with a wrong key',
    { tags: 'full' },
    async () => {
      await field().fill('verdict:good ')
      await expectPage(page().getByText('There is no verdict "good". A verdict is one of: valid,')).toBeVisible()
      await expectPage(rows()).toHaveCount(5)
      await field().fill('after:soon ')
      await expectPage(page().getByText('"after:soon" names no moment.')).toBeVisible()
      await field().fill('verdit:valid ')
      await expectPage(page().getByText('Did you mean verdict:?')).toBeVisible()
      await expectPage(page().getByText('No delivery matches this filter')).toBeVisible()
      await page().getByRole('button', { name: 'Saved filters' }).click()
      await page().getByRole('textbox', { name: 'Name for this filter' }).fill('Valid ones')
      await page().getByRole('button', { name: 'Save the filter' }).click()
      await expectPage(page().getByRole('alert')).toContainText('There is no key "verdit". Did you mean verdict:?')
      expect(await serve().call('GET', '/saved-filters')).toEqual([])
      await page().getByRole('textbox', { name: 'Name for this filter' }).press('Escape')
      await page().getByRole('button', { name: 'Clear the filter' }).last().click()
      await expectPage(rows()).toHaveCount(5)
    },
  )

  it('is saved under a name, used again, renamed and deleted; another page hears of it', { tags: 'full' }, async () => {
    await field().fill('type:Wallet ')
    await page().getByRole('button', { name: 'Saved filters' }).click()
    await page().getByRole('textbox', { name: 'Name for this filter' }).fill('Wallets')
    await page().keyboard.press('Enter')
    await expectPage(page().getByRole('button', { name: 'Use the filter Wallets' })).toContainText('in use')
    expect(await serve().call('GET', '/saved-filters')).toMatchObject([{ name: 'Wallets', filter: 'type:Wallet' }])

    await page().getByRole('textbox', { name: 'Name for this filter' }).fill('wallets')
    await page().keyboard.press('Enter')
    await expectPage(
      page().getByText('There is already a saved filter with the name "wallets". Choose another name.'),
    ).toBeVisible()

    await page().getByRole('button', { name: 'Rename Wallets' }).click()
    await page().getByRole('dialog', { name: 'Rename Wallets' }).getByLabel('New name').fill('All wallets')
    await page().keyboard.press('Enter')
    await expectPage(page().getByRole('button', { name: 'Use the filter All wallets' })).toBeVisible()

    await serve().call('POST', '/saved-filters', { name: 'Broken', filter: 'verdict:unsigned' })
    await expectPage(page().getByRole('button', { name: 'Use the filter Broken' })).toBeVisible()
    await page().getByRole('button', { name: 'Clear the filter' }).click()
    await page().getByRole('button', { name: 'Use the filter All wallets' }).click()
    await expectPage(rows()).toHaveCount(2)

    await page().getByRole('button', { name: 'Saved filters' }).click()
    await page().getByRole('button', { name: 'Delete All wallets' }).click()
    await expectPage(page().getByRole('button', { name: 'Keep' })).toBeFocused()
    await page().getByRole('button', { name: 'Delete', exact: true }).click()
    await expectPage(page().getByRole('button', { name: 'Use the filter All wallets' })).toHaveCount(0)
    await page().getByRole('textbox', { name: 'Name for this filter' }).press('Escape')
    await expectPage(page().getByRole('button', { name: 'Use the filter Broken' })).toHaveCount(0)
  })
})

describe('what a person puts on a delivery', () => {
  it('is pinned and noted, found by that, and there after a reload', async () => {
    for (const resourceType of ['Payment', 'Wallet', 'Identity']) await send({ resourceType })
    await open()
    await expectPage(rows()).toHaveCount(3)
    await page().keyboard.press('j')
    await page().keyboard.press('p')
    await hasMark(rows().nth(1), /^Pinned$/)
    await page().getByRole('button', { name: 'Add a note' }).click()
    await page().getByRole('textbox', { name: 'Note' }).fill('Ask the treasurer')
    await page().keyboard.press('Escape')
    await page().getByRole('button', { name: 'Add a note' }).click()
    await expectPage(page().getByRole('textbox', { name: 'Note' })).toHaveValue('Ask the treasurer')
    await page().keyboard.press('Control+Enter')
    await hasMark(rows().nth(1), /^Note: Ask the treasurer$/)

    await page().reload()
    await hasMark(rows().nth(1), /^Pinned$/)
    for (const text of ['is:pinned ', 'is:noted ', 'treasurer']) {
      await field().fill(text)
      await expectPage(rows()).toHaveCount(1)
      await expectPage(rows()).toContainText('Wallet')
      await page().getByRole('button', { name: 'Clear the filter' }).click()
    }
    await field().fill('is:pinned ')
    await expectPage(rows()).toHaveCount(1)
    const [, pinned] = await ids()
    await serve().call('PATCH', `/deliveries/${pinned}/annotation`, { pinned: false })
    await expectPage(page().getByText('No delivery matches this filter')).toBeVisible()
  })

  it('is marked to compare: one waits, two stand in the address', { tags: 'full' }, async () => {
    for (const resourceType of ['Payment', 'Wallet']) await send({ resourceType })
    await open()
    await expectPage(rows()).toHaveCount(2)
    const [newer, older] = await ids()
    await page().keyboard.press('j')
    await page().keyboard.press('x')
    await hasMark(rows().nth(1), /^Marked to compare$/)
    await expectPage(page().getByText(`Delivery ${older} is marked`)).toBeVisible()
    expect(path()).toContain(`compare=${older}`)
    await page().keyboard.press('x')
    await expectPage(page().getByText(`Delivery ${older} is marked`)).toHaveCount(0)
    await page().keyboard.press('x')
    await page().keyboard.press('k')
    await page().keyboard.press('x')
    await expectPage.poll(path).toContain(`compare=${older},${newer}`)
  })
})

import { isDeepStrictEqual } from 'node:util'
import type { Locator } from '@playwright/test'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeProblems } from '../../support/axeProblems.ts'
import { expectPage } from '../../support/expectPage.ts'
import { inboxRig } from './inboxRig.ts'

/** Threads, picks and columns of the list, on one server and one page for each test. */

const { page, serve, list, rows, field, ids, send, open } = inboxRig()
const bar = () => page().getByRole('region', { name: 'Selected deliveries' })
const heads = () => page().getByRole('toolbar', { name: 'Columns' })
const picked = () => list().getByRole('treeitem', { selected: true })

/** Sends deliveries of objects, a letter each, the oldest first. */
async function sendOf(objects: string): Promise<void> {
  for (const [place, resourceId] of objects.split('').entries()) {
    await send({ resourceId, action: place === 0 ? 'create' : 'update' })
  }
}

describe('deliveries of one object in a row', () => {
  beforeEach(async () => {
    await sendOf('baaab')
    await open()
    await expectPage(rows()).toHaveCount(3)
  })

  it(
    'are one row that opens and closes by key and by click, and says where each one is',
    { tags: 'full' },
    async () => {
      await list().focus()
      await page().keyboard.press('Home')
      await page().keyboard.press('j')
      const thread = rows().nth(1)
      await expectPage(thread).toHaveAttribute('aria-expanded', 'false')
      await expectPage(thread).toContainText('1 of 3, thread of payment a')
      await page().keyboard.press('ArrowRight')
      await expectPage(thread).toHaveAttribute('aria-expanded', 'true')
      await expectPage(rows()).toHaveCount(5)
      expect(await axeProblems(page())).toEqual([])
      await page().keyboard.press('ArrowRight')
      await expectPage(picked()).toContainText('2 of 3, thread of payment a')
      await expectPage(picked()).toHaveAttribute('aria-level', '2')
      await page().keyboard.press('ArrowLeft')
      await expectPage(picked()).toContainText('1 of 3')
      await page().keyboard.press('ArrowLeft')
      await expectPage(rows()).toHaveCount(3)
      await thread.getByTitle(/^Show the deliveries of this thread/).click()
      await expectPage(rows()).toHaveCount(5)
    },
  )

  it(
    'are rows of their own when folding is off, also after a reload, and where a filter leaves one',
    { tags: 'full' },
    async () => {
      await page().getByRole('button', { name: 'View' }).click()
      await page().getByRole('menuitemcheckbox', { name: 'Fold deliveries of one object' }).click()
      await expectPage(rows()).toHaveCount(5)
      await page().reload()
      await expectPage(rows()).toHaveCount(5)
      await page().getByRole('button', { name: 'View' }).click()
      await page().getByRole('menuitemcheckbox', { name: 'Fold deliveries of one object' }).click()
      await page().keyboard.press('Escape')
      await expectPage(rows()).toHaveCount(3)
      // Without the three between them, the other two are neighbours.
      await field().fill('id:b ')
      await expectPage(rows()).toHaveCount(1)
      await expectPage(rows().first()).toContainText('1 of 2, thread of payment b')
    },
  )
})

describe('a picked row', () => {
  it(
    'freezes the list wherever it is; what is newer is counted, and one key leads back',
    { tags: 'full' },
    async () => {
      await sendOf('abc')
      await open()
      await expectPage(rows()).toHaveCount(3)
      await rows().nth(1).click()
      const before = await rows().nth(1).getAttribute('id')
      await sendOf('de')
      await expectPage(page().getByRole('button', { name: '2 newer deliveries' })).toBeVisible()
      await expectPage(rows()).toHaveCount(3)
      expect(await rows().nth(1).getAttribute('id')).toBe(before)
      await page().keyboard.press('l')
      await expectPage(rows()).toHaveCount(5)
      await expectPage(page().getByRole('button', { name: 'Live', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
    },
  )
})

describe('several rows', () => {
  beforeEach(async () => {
    await sendOf('abccd')
    await open()
    await expectPage(rows()).toHaveCount(4)
  })

  it('are picked by mouse: one, a range, one more; a thread is picked as a whole', { tags: 'full' }, async () => {
    await rows().nth(0).click()
    await rows()
      .nth(2)
      .click({ modifiers: ['Shift'] })
    await expectPage(bar()).toContainText('4 selected')
    await rows()
      .nth(1)
      .click({ modifiers: ['ControlOrMeta'] })
    await expectPage(bar()).toContainText('2 selected')
    await expectPage(picked()).toHaveCount(2)
    await rows().nth(3).click()
    await expectPage(bar()).toHaveCount(0)
  })

  it(
    'are picked by key, pinned together, put back with Esc, and sent again in order, the oldest first',
    { tags: 'full' },
    async () => {
      await list().focus()
      await page().keyboard.press('Home')
      await page().keyboard.press('Space')
      await page().keyboard.press('Shift+ArrowDown')
      await expectPage(bar()).toContainText('3 selected')
      await page().keyboard.press('ControlOrMeta+a')
      await expectPage(bar()).toContainText('5 selected')
      expect(await axeProblems(page())).toEqual([])
      await bar().getByRole('button', { name: 'Pin', exact: true }).click()
      await expectPage(bar()).toContainText('5 of 5 pinned.')
      await expectPage(bar().getByRole('button', { name: 'Unpin' })).toBeVisible()
      await bar().getByRole('button', { name: 'Follow up again' }).click()
      await expectPage(bar()).toContainText('0 of 5 followed up; 5 are not verified.')
      await list().focus()
      await page().keyboard.press('Escape')
      await expectPage(picked()).toHaveCount(1)

      await page().keyboard.press('ControlOrMeta+a')
      await bar().getByRole('button', { name: 'Replay in order' }).click()
      const dialog = page().getByRole('dialog', { name: 'Replay 5 deliveries in order' })
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
      await expectPage(dialog).toContainText('Give a whole address')
      // Nobody listens there: the first fails, and the rest is not begun.
      await dialog.getByLabel('Send to').fill('http://127.0.0.1:9/')
      await page().keyboard.press('Enter')
      await expectPage(bar()).toContainText('0 of 5 sent; 1 failed; 4 not begun.')
      const first = (await ids()).at(-1)
      const attempts = await serve().call<{ kind: string }[]>('GET', `/deliveries/${first}/attempts`)
      expect(attempts.map(({ kind }) => kind)).toContain('replay')
    },
  )

  it('offer together what can be done with them, by Shift+F10; two are compared', { tags: 'full' }, async () => {
    await rows().nth(0).click()
    await rows()
      .nth(3)
      .click({ modifiers: ['ControlOrMeta'] })
    await page().keyboard.press('Shift+F10')
    const menu = page().getByRole('menu', { name: '2 deliveries' })
    await expectPage(menu.getByRole('menuitem').first()).toBeFocused()
    await menu.getByRole('menuitem', { name: 'Compare' }).click()
    const all = await ids()
    expect(new URL(page().url()).hash).toContain(`compare=${all.at(-1)}%2C${all[0]}`)
  })
})

describe('columns', () => {
  it('are hidden, moved and made wider by key, and stay so after a reload', { tags: 'full' }, async () => {
    await page().setViewportSize({ width: 1920, height: 900 })
    await sendOf('a')
    await open()
    const names = async () => heads().getByRole('button').allTextContents()
    await expectPage(heads().getByRole('button')).toHaveText(['Time', 'Event', 'Object', 'Follow-up', 'Size'])
    await heads().getByRole('button', { name: 'Event' }).focus()
    await page().keyboard.press('ArrowRight')
    await page().keyboard.press('Shift+ArrowLeft')
    await expectPage.poll(names).toEqual(['Time', 'Object', 'Event', 'Follow-up', 'Size'])
    await expectPage(heads().getByRole('button', { name: 'Object' })).toBeFocused()
    const width = async () => (await heads().getByRole('button', { name: 'Object' }).boundingBox())?.width
    const before = (await width()) ?? 0
    await page().keyboard.press('+')
    await expectPage.poll(width).toBe(before + 8)
    await page().keyboard.press('Enter')
    await page()
      .getByRole('menu', { name: 'Column Object' })
      .getByRole('menuitem', { name: 'Move right' })
      .press('Enter')
    await expectPage.poll(names).toEqual(['Time', 'Event', 'Object', 'Follow-up', 'Size'])
    await heads().getByRole('button', { name: 'Size' }).click()
    await page().getByRole('menuitem', { name: 'Hide column' }).click()
    await page().reload()
    await expectPage(heads().getByRole('button')).toHaveText(['Time', 'Event', 'Object', 'Follow-up'])
    expect(await width()).toBe(before + 8)
  })
})

/** Where something is once parts that load later have found their place: the pointer goes there by hand. */
async function steadyBox(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null
  await expectPage
    .poll(async () => {
      const before = box
      box = await part.boundingBox()
      return box !== null && isDeepStrictEqual(box, before)
    })
    .toBe(true)
  if (box === null) throw new Error('It is not shown.')
  return box
}

it('columns are made wider and moved by mouse', { tags: 'full' }, async () => {
  await page().setViewportSize({ width: 1920, height: 900 })
  await sendOf('a')
  await open()
  const object = heads().getByRole('button', { name: 'Object' })
  const before = await steadyBox(object)
  const middle = before.y + before.height / 2
  // Its left edge: the right one is held by the columns behind it.
  await page().mouse.move(before.x - 4, middle)
  await page().mouse.down()
  await page().mouse.move(before.x - 44, middle, { steps: 4 })
  await page().mouse.up()
  await expectPage.poll(async () => (await object.boundingBox())?.width).toBe(before.width + 40)
  const size = await steadyBox(heads().getByRole('button', { name: 'Size' }))
  await page().mouse.move(size.x + 10, middle)
  await page().mouse.down()
  await page().mouse.move(before.x, middle, { steps: 4 })
  await page().mouse.up()
  await expectPage(heads().getByRole('button')).toHaveText(['Time', 'Event', 'Size', 'Object', 'Follow-up'])
  await expectPage(page().getByRole('menu')).toHaveCount(0)
})

it('a column is moved also where nothing is drawn between the pull and the drop', { tags: 'full' }, async () => {
  await page().setViewportSize({ width: 1920, height: 900 })
  await sendOf('a')
  await open()
  const [size, object] = [
    heads().getByRole('button', { name: 'Size' }),
    heads().getByRole('button', { name: 'Object' }),
  ]
  const [from, to] = [await steadyBox(size), await steadyBox(object)]
  await page().mouse.move(from.x + 10, from.y + from.height / 2)
  await page().mouse.down()
  await size.evaluate((head, clientX) => {
    for (const type of ['pointermove', 'pointerup']) {
      head.dispatchEvent(new PointerEvent(type, { clientX, bubbles: true, pointerId: 1 }))
    }
  }, to.x)
  await expectPage(heads().getByRole('button')).toHaveText(['Time', 'Event', 'Size', 'Object', 'Follow-up'])
})

it('a search shows the text that matches in the row', { tags: 'full' }, async () => {
  await send({ resourceType: 'Wallet' })
  await open()
  await field().fill('wallet')
  await expectPage(rows().first().locator('mark')).toHaveText('Wallet')
  await expectPage(rows().first()).toContainText('Found in the body: "resourceType":"Wallet"')
})

it(
  'a value of a body finds the deliveries that have it, by pointer, and by key in the tree',
  { tags: 'full' },
  async () => {
    await send({ resourceType: 'Payment' })
    await send({ resourceType: 'Wallet' })
    await open()
    await expectPage(rows()).toHaveCount(2)
    await rows().nth(1).click()
    const entry = (name: string) => page().getByRole('menuitem', { name })
    const said = page().getByRole('region', { name: 'Notification' })
    const values = said.getByRole('tree', { name: 'Notification' })
    // Until then the one that came last is shown, whose values go with it.
    await expectPage(said.getByText('"Payment"')).toBeVisible()
    await values.focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'ArrowDown']) await page().keyboard.press(key)
    await page().keyboard.press('Shift+F10')
    await expectPage(page().getByRole('menu', { name: 'id', exact: true })).toBeVisible()
    await expectPage(entry('Filter by this value')).toBeFocused()
    await page().keyboard.press('Escape')
    await expectPage(values).toBeFocused()
    await said.getByText('"resourceType"').click({ button: 'right' })
    await expectPage(entry('Copy path')).toBeVisible()
    await entry('Filter by this value').click()
    await expectPage(page()).toHaveURL(/filter=type%3APayment/)
    await expectPage(rows()).toHaveCount(1)
    // Where it closes, the focus goes back to where it was, and a key that is pressed before that is the menu's.
    await expectPage(page().getByRole('menu')).toHaveCount(0)
    await page().keyboard.press('2')
    const tree = page().getByRole('tree', { name: 'Body as a tree' })
    await tree.focus()
    await expectPage(tree).toBeFocused()
    await page().keyboard.press('ArrowDown')
    await page().keyboard.press('Shift+F10')
    await expectPage(entry('Filter by this value')).toBeFocused()
    await page().keyboard.press('Escape')
    await expectPage(tree).toBeFocused()
  },
)

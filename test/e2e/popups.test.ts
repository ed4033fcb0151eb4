import { describe, expect, test } from 'vitest'
import { axeProblems } from '../support/axeProblems.ts'
import { expectPage } from '../support/expectPage.ts'
import { inboxRig } from './inbox/inboxRig.ts'

// The rig fails each test whose page reports an error, and a browser reports what the page's policy refuses.
const rig = inboxRig()

const tooltip = () => rig.page().getByRole('tooltip', { includeHidden: true })

describe('a tooltip', () => {
  test(
    'comes to a resting pointer, and goes when the pointer leaves it and its control',
    { tags: 'full' },
    async () => {
      const page = rig.page()
      await rig.open()
      await rig.send()
      await page.getByRole('button', { name: 'Saved filters' }).hover()
      await expectPage(tooltip()).toHaveText('Saved filters')
      await tooltip().hover()
      await expectPage(tooltip()).toBeVisible()
      await rig.rows().first().hover()
      await expectPage(tooltip()).toHaveCount(0)
    },
  )

  test(
    'comes with the keyboard focus at once, goes with Esc, and is the description of its control',
    { tags: 'full' },
    async () => {
      const page = rig.page()
      await rig.open()
      const inbox = page.getByRole('link', { name: 'Inbox', exact: true })
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expectPage(inbox).toBeFocused()
      await expectPage(tooltip()).toHaveText('Inbox (g i)')
      await expectPage(inbox).toHaveAccessibleDescription('Inbox (g i)')
      await page.keyboard.press('Escape')
      await expectPage(tooltip()).toHaveCount(0)
      await expectPage(inbox).toBeFocused()
    },
  )

  test('does not come with the focus of a click', { tags: 'full' }, async () => {
    const page = rig.page()
    await rig.open()
    const bar = page.getByRole('banner')
    await bar.getByRole('button', { name: 'Pause list' }).click()
    await expectPage(bar.getByRole('button', { name: 'Resume list' })).toBeFocused()
    await expectPage(tooltip()).toHaveCount(0)
  })
})

describe('toasts', () => {
  const notices = () => rig.page().getByRole('status', { name: 'Notices' })

  /** From now on the clipboard takes what is copied, or does not. */
  async function setClipboard(isWorking: boolean): Promise<void> {
    await rig.page().evaluate((works) => {
      const writeText = async () => (works ? Promise.resolve() : Promise.reject(new Error('no')))
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
    }, isWorking)
  }

  test(
    'of what was done go after a moment, but not from under the pointer; of failures are announced at once, stay until they are closed, and are one for one text',
    { tags: 'full' },
    async () => {
      const page = rig.page()
      await page.clock.install()
      await rig.open()
      await setClipboard(true)
      await rig.send()
      await rig.rows().first().click()
      await page.getByRole('button', { name: 'Replay' }).waitFor()
      const text = notices().getByText('Copied as cURL')
      // It stays for four seconds: on a slow machine the pointer may come too late for the first.
      await expectPage(async () => {
        await page.keyboard.press('c')
        await text.hover({ timeout: 3000 })
      }).toPass()
      await page.clock.fastForward(60_000)
      await expectPage(text).toBeVisible()
      expect(await axeProblems(page)).toEqual([])
      await page.mouse.move(0, 0)
      await page.clock.fastForward(60_000)
      await expectPage(text).toHaveCount(0)

      await setClipboard(false)
      await page.keyboard.press('c')
      const failure = page.getByRole('alert').filter({ hasText: 'Could not copy to the clipboard' })
      await expectPage(failure).toBeVisible()
      await page.keyboard.press('c')
      await page.clock.fastForward(60_000)
      await expectPage(failure).toHaveCount(1)
      expect(await axeProblems(page)).toEqual([])
      await failure.getByRole('button', { name: 'Close this notice' }).click()
      await expectPage(failure).toHaveCount(0)
    },
  )
})

test('F6 stays the key of the browser while a toast is there', { tags: 'full' }, async () => {
  const page = rig.page()
  await rig.open()
  await rig.send()
  await rig.rows().first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy id' }).first().click()
  await expectPage(page.getByRole('button', { name: 'Close this notice' })).toBeVisible()
  const before = await page.evaluate(() => document.activeElement?.id)
  await page.keyboard.press('F6')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe(before)
})

describe('a context menu', () => {
  const menu = () => rig.page().getByRole('menu')
  const entry = (name: string | RegExp) => rig.page().getByRole('menuitem', { name })

  async function openWithRows(): Promise<void> {
    await rig.open()
    await rig.send({ resourceType: 'Payment' })
    await rig.send({ resourceType: 'Wallet' })
    await expectPage(rig.rows()).toHaveCount(2)
  }

  test('of a row filters by the value that was pointed at, and leaves it out', { tags: 'full' }, async () => {
    const page = rig.page()
    await openWithRows()
    await rig.rows().filter({ hasText: 'Payment' }).getByText('Payment').click({ button: 'right' })
    expect(await axeProblems(page)).toEqual([])
    await entry('Filter by type:Payment').click()
    await expectPage(page).toHaveURL(/filter=type%3APayment/)
    await expectPage(rig.rows()).toHaveCount(1)
    await expectPage(menu()).toHaveCount(0)
    await rig.rows().getByText('Payment').click({ button: 'right' })
    await entry('Exclude type:Payment').click()
    await expectPage(rig.rows().filter({ hasText: 'Wallet' })).toHaveCount(1)
    await expectPage(rig.rows().filter({ hasText: 'Payment' })).toHaveCount(0)
  })

  test.each(['Shift+F10', 'ContextMenu'])(
    'opens with %s on the chosen row; keys choose, and Esc gives the focus back',
    { tags: 'full' },
    async (key) => {
      const page = rig.page()
      await openWithRows()
      await rig.list().focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press(key)
      const [, older] = await rig.ids()
      await expectPage(page.getByRole('menu', { name: `Delivery ${older}` })).toBeVisible()
      await expectPage(entry('Open')).toBeFocused()
      await page.keyboard.press('Escape')
      await expectPage(rig.list()).toBeFocused()
      await page.keyboard.press(key)
      await expectPage(entry('Open')).toBeFocused()
      // By its first letters, and into the menu in the menu and back.
      await page.keyboard.type('fi')
      await expectPage(entry('Filter by')).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await expectPage(entry('verdict:unsigned')).toBeFocused()
      await page.keyboard.press('ArrowLeft')
      await expectPage(entry('Filter by')).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await expectPage(entry('verdict:unsigned')).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expectPage(page).toHaveURL(/filter=type%3APayment/)
      await expectPage(rig.list()).toBeFocused()
    },
  )

  test('does what the palette does: pins, marks, and sends again', { tags: 'full' }, async () => {
    const page = rig.page()
    await openWithRows()
    const row = rig.rows().filter({ hasText: 'Payment' })
    await row.click({ button: 'right' })
    await entry(/Pin this delivery/).click()
    await rig.hasMark(row, /Pinned/)
    await row.click({ button: 'right' })
    await entry(/Mark this delivery to compare/).click()
    await rig.hasMark(row, /Marked to compare/)
    await row.click({ button: 'right' })
    await entry(/Replay/).click()
    const dialog = page.getByRole('dialog', { name: 'Replay this delivery' })
    await expectPage(dialog.getByRole('textbox', { name: 'URL', exact: true })).toBeFocused()
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expectPage(dialog).toHaveCount(0)
    await expectPage(rig.list()).toBeFocused()
  })

  test('does what its keys say with its own row, not with the delivery that is shown', { tags: 'full' }, async () => {
    const page = rig.page()
    await rig.open()
    for (const resourceType of ['Payment', 'Wallet', 'Identity']) await rig.send({ resourceType })
    await expectPage(rig.rows()).toHaveCount(3)
    await rig.rows().nth(2).click({ button: 'right' })
    // It takes keys once it has the focus.
    await expectPage(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1)
    await page.keyboard.press('p')
    await rig.hasMark(rig.rows().nth(2), /^Pinned$/)
    await expectPage(page.getByRole('menu')).toHaveCount(0)
    await expectPage(rig.rows().nth(0).getByRole('img', { name: 'Pinned' })).toHaveCount(0)
  })

  test('of a header finds the deliveries that have its value', { tags: 'full' }, async () => {
    const page = rig.page()
    await openWithRows()
    await rig.rows().first().click()
    await page.keyboard.press('3')
    await page.getByRole('cell', { name: 'application/json' }).click({ button: 'right' })
    await expectPage(entry('Copy name and value')).toBeVisible()
    await entry('Filter by this value').click()
    await expectPage(page).toHaveURL(/filter=header\.content-type%3Dapplication%2Fjson/)
    await expectPage(rig.rows()).toHaveCount(2)
  })

  test('of an object shows its deliveries', { tags: 'full' }, async () => {
    const page = rig.page()
    await openWithRows()
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    const row = page
      .getByRole('listbox', { name: 'Objects, newest activity first' })
      .getByRole('option')
      .filter({ hasText: 'Wallet' })
    await row.click({ button: 'right' })
    await entry('Show its deliveries').click()
    await expectPage(page).toHaveURL(/inbox\?filter=id%3A/)
    await expectPage(rig.rows()).toHaveCount(1)
  })

  test("leaves fields, links and selected text to the browser's own", { tags: 'full' }, async () => {
    const page = rig.page()
    await openWithRows()
    await rig.field().click({ button: 'right' })
    await page.getByRole('link', { name: 'Objects' }).click({ button: 'right' })
    await expectPage(menu()).toHaveCount(0)
  })
})

describe('the filter field', () => {
  test(
    "leaves Enter to an input method that is composing, and so does the body's search",
    { tags: 'full' },
    async () => {
      const page = rig.page()
      const session = await page.context().newCDPSession(page)
      /** Composes text in the focused field, as an input method does. */
      const compose = async (text: string) =>
        session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
      await rig.open()
      await rig.send()
      await rig.rows().first().click()
      await page.keyboard.press('2')
      const search = page.getByRole('searchbox', { name: 'Search in the body' })
      await search.click()
      await compose('e')
      const count = page.locator('search output')
      await expectPage(count).toHaveText(/^1 of /)
      await page.keyboard.press('Enter')
      await page.keyboard.insertText('e')
      await expectPage(count).toHaveText(/^1 of /)
      await page.keyboard.press('Enter')
      await expectPage(count).toHaveText(/^2 of /)

      await rig.field().click()
      await compose('type:x ')
      await page.keyboard.press('Enter')
      await expectPage(rig.field()).toHaveValue('type:x ')
      await expectPage(page).not.toHaveURL(/filter=/)
      await page.keyboard.insertText('かな')
      await page.keyboard.press('Enter')
      await expectPage(page).toHaveURL(/filter=%E3%81%8B%E3%81%AA/)
    },
  )

  test('takes the chosen completion with Tab, and scrolls the list to it', { tags: 'full' }, async () => {
    const page = rig.page()
    await page.setViewportSize({ width: 1280, height: 300 })
    await rig.open()
    await rig.send()
    await rig.field().click()
    const options = page.getByRole('listbox', { name: 'Completions' }).getByRole('option')
    await expectPage(options.first()).toBeVisible()
    const count = await options.count()
    for (let at = 0; at < count; at++) await page.keyboard.press('ArrowDown')
    const last = options.last()
    await expectPage(last).toHaveAttribute('data-highlighted')
    await expectPage(last).toBeInViewport({ ratio: 1 })
    await expectPage(options.first()).not.toBeInViewport()
    await page.keyboard.press('Tab')
    await expectPage(rig.field()).toHaveValue('exists:')
    await expectPage(rig.field()).toBeFocused()
  })
})

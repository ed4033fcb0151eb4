/** @module-tag full */
import type { Locator } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { expectPage } from '../../support/expectPage.ts'
import { inboxRig } from './inboxRig.ts'

/** The common behaviour of the lists of deliveries and of objects: they are one list. */

const { page, serve, sendMany, open } = inboxRig()

describe.each([
  ['deliveries', 'inbox', 'tree', 'Deliveries, newest first'],
  ['objects', 'objects', 'listbox', 'Objects'],
] as const)('the list of %s', (_what, screen, role, name) => {
  it('is walked by keyboard to its ends; the chosen row is whole, also in a lower window and when rows are compact', async () => {
    await sendMany(60)
    await open()
    await page().goto(`${serve().ui.split('#')[0]}#/${screen}`)
    const list = page().getByRole(role, { name })
    await expectPage(list.locator('[aria-posinset="1"]')).toHaveAttribute('aria-setsize', '60')
    await list.focus()
    await page().keyboard.press('Home')
    for (const [key, place] of [
      ['ArrowDown', 2],
      ['j', 3],
      ['k', 2],
      ['End', 60],
      ['ArrowUp', 59],
      ['Home', 1],
    ] as const) {
      await page().keyboard.press(key)
      await expectPage(chosen(list)).toHaveAttribute('aria-posinset', String(place))
      await expectWhole(list)
    }
    await page().keyboard.press('PageDown')
    await page().keyboard.press('PageDown')
    await expectWhole(list)
    const active = await list.getAttribute('aria-activedescendant')
    await expectPage(chosen(list)).toHaveAttribute('id', active ?? '')

    // A row that was clicked is scrolled away, and the focus stays.
    await page().keyboard.press('Home')
    await list.locator('[aria-posinset="3"]').click()
    await expectPage(list).toBeFocused()
    await page().mouse.wheel(0, 5000)
    await expectPage(list.locator('[aria-posinset="60"]')).toBeInViewport()
    await page().keyboard.press('ArrowDown')
    await expectPage(chosen(list)).toHaveAttribute('aria-posinset', '4')
    await expectWhole(list)

    await page().keyboard.press('Home')
    await page().keyboard.press('PageDown')
    await page().setViewportSize({ width: 1280, height: 640 })
    await expectWhole(list)
    // High contrast asks for a wider focus.
    const look = { density: 'compact', contrast: 'more' }
    await page().evaluate((wanted) => Object.assign(document.documentElement.dataset, wanted), look)
    await expectPage.poll(async () => (await chosen(list).boundingBox())?.height).toBe(22)
    await expectWhole(list)
    expect(await chosen(list).evaluate((element) => getComputedStyle(element).outlineWidth)).toBe('3px')
  })
})

function chosen(list: Locator): Locator {
  return list.locator('[data-chosen]')
}

/** The chosen row is in sight from its upper to its lower edge. */
async function expectWhole(list: Locator): Promise<void> {
  await expectPage
    .poll(async () =>
      list.evaluate((element) => {
        const row = element.querySelector('[aria-selected=true]')?.getBoundingClientRect()
        const area = element.parentElement?.getBoundingClientRect()
        return row !== undefined && area !== undefined && row.top >= area.top - 0.5 && row.bottom <= area.bottom + 0.5
      }),
    )
    .toBe(true)
}

import type { Page } from '@playwright/test'

export interface Focused {
  /** How a person would call it: its label or text. */
  name: string
  id: string
  /** Whether an outline, or a line of the part that it fills, shows that it has the focus. */
  seen: boolean
}

/** What has the focus now. */
export async function focusNow(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return { name: '', id: '', seen: false }
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
    // In a list the chosen row may show it instead of the list, around a field the line that the field fills.
    const row = document.querySelector(`#${CSS.escape(element.getAttribute('aria-activedescendant') ?? '-')}`)
    const outlined = [element, row].some((part) => {
      if (part === null) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(part)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    const framed = [element.parentElement, element.parentElement?.parentElement].some(
      (frame) => frame?.matches(':focus-within') === true && getComputedStyle(frame).boxShadow !== 'none',
    )
    const seen = outlined || framed
    return { name, id: element.id, seen }
  })
}

/** Presses Tab until something of this name has the focus. */
export async function tabTo(page: Page, name: string, most = 150): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab')
    const focused = await focusNow(page)
    if (focused.name.startsWith(name)) {
      if (!focused.seen) throw new Error(`the focus on ${name} cannot be seen`)
      return
    }
  }
  throw new Error(`Tab does not reach ${name} within ${most} presses`)
}

export interface Walk {
  stops: number
  /** Stops whose focus cannot be seen. */
  unseen: string[]
  /** Stops that stand before their predecessor in the page. */
  outOfOrder: string[]
}

/** Goes once around the whole page with Tab. Throws when it does not come around: then there is a trap. */
export async function walkWithTab(page: Page, most = 300): Promise<Walk> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    document.querySelector<HTMLElement>('[data-part="skip-link"]')?.focus()
  })
  const walk: Walk = { stops: 1, unseen: [], outOfOrder: [] }
  for (; walk.stops < most; walk.stops++) {
    await page.evaluate(() => document.activeElement?.setAttribute('data-before', ''))
    await page.keyboard.press('Tab')
    const { name, seen } = await focusNow(page)
    const follows = await page.evaluate(() => {
      const before = document.querySelector('[data-before]')
      before?.removeAttribute('data-before')
      const now = document.activeElement
      if (now === null || now === document.body || now.classList.contains('skip-link')) return 'end'
      if (before === null) return true
      return (before.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    })
    if (follows === 'end') return walk
    if (!seen) walk.unseen.push(name)
    if (!follows) walk.outOfOrder.push(name)
  }
  throw new Error(`Tab does not come around within ${most} presses; it stands on ${(await focusNow(page)).name}`)
}

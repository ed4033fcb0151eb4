import type { Page } from '@playwright/test'

export interface Focused {
  /** Its label or text. */
  name: string
  id: string
  /** Whether an outline, or a line of the part that it fills, shows that it has the focus. */
  seen: boolean
}

/** The focused element, and its place relative to the one focused before. */
interface Step extends Focused {
  follows: boolean
  /** Nothing has the focus, or what has it first: the way around is over. */
  isEnd: boolean
}

/** The focused element. */
export async function focusNow(page: Page): Promise<Focused> {
  const { name, id, seen } = await stepTo(page)
  return { name, id, seen }
}

/** Asks once for all that is to be known of a stop: a walk has hundreds of them. */
async function stepTo(page: Page): Promise<Step> {
  return page.evaluate(() => {
    const places = window as { stoodAt?: Element | undefined }
    const { stoodAt: before } = places
    const element = document.activeElement
    places.stoodAt = element ?? undefined
    if (element === null || element === document.body)
      return { name: '', id: '', seen: false, follows: false, isEnd: true }
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
    const follows =
      before?.isConnected !== true || (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    const isEnd = element.matches('[data-part="skip-link"]')
    return { name, id: element.id, seen: outlined || framed, follows, isEnd }
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
  await stepTo(page)
  const walk: Walk = { stops: 1, unseen: [], outOfOrder: [] }
  for (; walk.stops < most; walk.stops++) {
    await page.keyboard.press('Tab')
    const { name, seen, follows, isEnd } = await stepTo(page)
    if (isEnd) return walk
    if (!seen) walk.unseen.push(name)
    if (!follows) walk.outOfOrder.push(name)
  }
  throw new Error(`Tab does not come around within ${most} presses; it stands on ${(await focusNow(page)).name}`)
}

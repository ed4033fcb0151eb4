import type { Page } from '@playwright/test'

/** Problems of the page's layout, one line each; empty when all of it can be read and reached. */
export async function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(findInPage)
}

interface Holder {
  element: Element
  box: DOMRect
  style: Pick<
    CSSStyleDeclaration,
    'overflow' | 'overflowX' | 'overflowY' | 'textOverflow' | 'clipPath' | 'position' | 'zIndex' | 'webkitLineClamp'
  >
}

/** Runs in the page, so it can use nothing from outside of itself. */
function findInPage(): string[] {
  const problems = new Set<string>()
  /** Rounding, and shadows of a letter that reach out of its box, px. */
  const tolerance = 2
  const modal = document.querySelector('dialog:modal, :is([role="dialog"], [role="alertdialog"])[data-open]')
  const scope = modal ?? document.body
  const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 60)
  const describe = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? words(element.textContent)
    return `${element.tagName.toLowerCase()}${element.classList.length > 0 ? `.${[...element.classList].join('.')}` : ''} "${name}"`
  }
  /** An element and what holds it, from the inside out. Nothing moves while this looks, so each is asked once. */
  const ancestorsOf = (element: Element): Holder[] => {
    const kept = known.get(element)
    if (kept !== undefined) return kept
    const { overflow, overflowX, overflowY, textOverflow, clipPath, position, zIndex, webkitLineClamp } =
      getComputedStyle(element)
    const style = { overflow, overflowX, overflowY, textOverflow, clipPath, position, zIndex, webkitLineClamp }
    const holders = element.parentElement === null ? [] : ancestorsOf(element.parentElement)
    const all = [{ element, style, box: element.getBoundingClientRect() }, ...holders]
    known.set(element, all)
    return all
  }
  const known = new Map<Element, Holder[]>()
  const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
  const isForReadersOnly = ({ style, box }: Holder) =>
    (box.width <= 1 && box.height <= 1 && style.overflow !== 'visible') || style.clipPath === 'inset(50%)'
  const isOwnLayer = ({ position }: Holder['style']) => position === 'fixed' || position === 'sticky'

  /** The part of a rectangle that is in sight now; null when none is. */
  function inSight(holders: readonly Holder[], of: DOMRect): DOMRect | null {
    let [left, top, right, bottom] = [of.left, of.top, of.right, of.bottom]
    for (const { style, box } of holders) {
      if (style.overflowX !== 'visible') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)]
      if (style.overflowY !== 'visible') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
    }
    ;[left, top] = [Math.max(left, 0), Math.max(top, 0)]
    ;[right, bottom] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)]
    return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : null
  }

  /** How an element is cut off where scrolling does not reach; null when it is not. */
  function cutOff(element: Element, of: DOMRect): string | null {
    let [x, y] = [true, true]
    let shortened = false
    for (const { element: holder, style, box } of ancestorsOf(element)) {
      if (style.textOverflow === 'ellipsis') {
        shortened = true
        if (box.width < 24 && of.width > box.width + tolerance) return 'so short that nothing can be read'
      }
      const lines = style.webkitLineClamp
      if (lines !== '' && lines !== 'none') [shortened, y] = [true, false]
      // Gone as a whole, and told by the tooltip of what it went from.
      const isGone = of.top >= box.bottom - tolerance || of.left >= box.right - tolerance
      if (isGone && clips(style.overflowX) && holder.matches('[title], [data-tip]')) return null
      if (x && clips(style.overflowX) && (of.right > box.right + tolerance || of.left < box.left - tolerance)) {
        if (!shortened) return `cut off at the side by ${describe(holder)}`
        x = false
      }
      if (y && clips(style.overflowY) && (of.bottom > box.bottom + tolerance || of.top < box.top - tolerance)) {
        if (holder !== document.body) return `cut off above or below by ${describe(holder)}`
      }
      if (scrolls(style.overflowX)) x = false
      if (scrolls(style.overflowY)) y = false
    }
    if (x && (of.right > innerWidth + tolerance || of.left < -tolerance)) return 'beside the window'
    if (y && (of.bottom > innerHeight + tolerance || of.top < -tolerance)) return 'above or below the window'
    return null
  }

  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('[aria-hidden="true"] svg, [data-part="skip-link"]') === null &&
    !ancestorsOf(element).some(isForReadersOnly)

  const page = document.documentElement
  if (page.scrollWidth > innerWidth) problems.add(`the page is ${page.scrollWidth - innerWidth} px too wide`)
  // A table or code may scroll sideways; content with a heading is read from top to bottom.
  const headings = [...scope.querySelectorAll('h1, h2, h3')].filter(isShown)
  for (const { element, style } of new Map(
    headings.flatMap(ancestorsOf).map((holder) => [holder.element, holder]),
  ).values()) {
    const tooMuch = element.scrollWidth - element.clientWidth
    if (scrolls(style.overflowX) && tooMuch > tolerance) problems.add(`${describe(element)} is ${tooMuch} px too wide`)
  }

  /** Lines of text in sight, to find such as stand on each other. */
  const lines: { box: DOMRect; element: Element; layer: Element | null }[] = []
  const layerOf = (element: Element) =>
    ancestorsOf(element).find(
      ({ style }) => isOwnLayer(style) || (style.position === 'absolute' && style.zIndex !== 'auto'),
    )?.element ?? null
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    const element = node.parentElement
    if (element === null || words(node.nodeValue ?? '') === '' || !isShown(element)) continue
    if (element.closest('option, title, style, script, textarea') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      if (box.width < 1) continue
      const how = cutOff(element, box)
      if (how !== null) problems.add(`text "${words(node.nodeValue ?? '')}" of ${describe(element)} is ${how}`)
      const seen = inSight(ancestorsOf(element), box)
      if (seen !== null) lines.push({ box: seen, element, layer: layerOf(element) })
    }
  }
  const overlap = (a: DOMRect, b: DOMRect) =>
    Math.min(
      Math.min(a.right, b.right) - Math.max(a.left, b.left),
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
    )
  for (const [index, a] of lines.entries()) {
    for (const b of lines.slice(index + 1)) {
      if (a.element === b.element || a.layer !== b.layer || overlap(a.box, b.box) <= 4) continue
      problems.add(`text of ${describe(a.element)} stands on text of ${describe(b.element)}`)
    }
  }

  const controls = [
    ...scope.querySelectorAll(
      'a[href], button, input, select, textarea, summary, [role="tab"], [role="option"], [role="treeitem"][data-menu], [tabindex="0"]',
    ),
  ].filter((element) => isShown(element) && element.getBoundingClientRect().width > 1)
  const seen: { element: Element; box: DOMRect; layer: Element | null }[] = []
  for (const element of controls) {
    const isRegion = element.matches('[tabindex="0"]:not(a, button, input, [role="tab"])')
    if (isRegion) continue
    if (element.scrollWidth > element.clientWidth + tolerance && element.clientWidth > 0) {
      const isOpen = getComputedStyle(element).overflowX === 'visible' && !element.matches('input, textarea, select')
      if (isOpen && inSight(ancestorsOf(element).slice(1), element.getBoundingClientRect()) !== null) {
        problems.add(`the text of ${describe(element)} is wider than its box`)
      }
    }
    // A link over two lines is two boxes, and what lies between them is not its own.
    for (const whole of element.getClientRects()) {
      const how = cutOff(element, whole)
      if (how !== null) problems.add(`${describe(element)} is ${how}`)
      const box = inSight(ancestorsOf(element).slice(1), whole)
      if (box === null) continue
      seen.push({ element, box, layer: layerOf(element) })
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      if (top === null || element.contains(top) || top.contains(element)) continue
      if (top.closest('label')?.contains(element) || isOwnLayer(getComputedStyle(top))) continue
      if (layerOf(top) !== layerOf(element)) continue
      problems.add(`${describe(element)} is covered by ${describe(top)}`)
    }
  }
  for (const [index, a] of seen.entries()) {
    for (const b of seen.slice(index + 1)) {
      if (a.element.contains(b.element) || b.element.contains(a.element) || a.layer !== b.layer) continue
      if (overlap(a.box, b.box) > 3) problems.add(`${describe(a.element)} and ${describe(b.element)} overlap`)
    }
  }
  return [...problems]
}

import { useEffect, useRef, useState } from 'react'
import { Tooltip } from '@base-ui/react/tooltip'
import styles from './Popups.module.css'

/** Time that the pointer rests on a control before its tooltip appears, ms. */
const restMs = 500
/** Within this time after one tooltip the next appears at once, and the pointer may cross over to the tooltip, ms. */
const graceMs = 250

/** The page's one tooltip, for whatever has `data-tip`: rows and buttons carry a text and nothing more. */
export function Tooltips() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [text, setText] = useState('')
  const hover = useRef<(isOn: boolean) => void>(() => undefined)
  useEffect(() => {
    const tooltip = startTooltips((next) => {
      setAnchor(next)
      setText(next?.dataset['tip'] ?? '')
    })
    hover.current = tooltip.point
    return tooltip.stop
  }, [])
  useEffect(() => {
    if (anchor === null) return
    // The control may go, or say something else after a click, such as "Copied".
    const observer = new MutationObserver(() => {
      const now = anchor.isConnected ? anchor.dataset['tip'] : undefined
      if (now === undefined) setAnchor(null)
      else setText(now)
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-tip'] })
    return () => observer.disconnect()
  }, [anchor])
  if (anchor === null || text === '') return null
  return (
    <Tooltip.Root
      open
      onOpenChange={(open) => {
        if (!open) setAnchor(null)
      }}
    >
      <Tooltip.Portal>
        <Tooltip.Positioner
          anchor={anchor}
          // Below an entry of the navigation is the next one.
          side={anchor.closest('nav') === null ? 'bottom' : 'right'}
          sideOffset={6}
          collisionPadding={8}
          className={styles.place}
        >
          {/* Screen readers have its text from the control. */}
          <Tooltip.Popup
            className={styles.tooltip}
            role="tooltip"
            aria-hidden="true"
            onPointerEnter={() => hover.current(true)}
            onPointerLeave={() => hover.current(false)}
          >
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

/** Decides which control's tooltip is shown: `show` is called with it, or null for none. */
function startTooltips(show: (anchor: HTMLElement | null) => void): {
  point: (isOn: boolean) => void
  stop: () => void
} {
  let shown: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiddenAt = -Infinity
  const set = (next: HTMLElement | null) => {
    clearTimeout(timer)
    if (next === shown) return
    if (next === null) hiddenAt = performance.now()
    shown = next
    show(next)
  }
  const after = (ms: number, next: HTMLElement | null) => {
    clearTimeout(timer)
    timer = setTimeout(() => set(next), ms)
  }
  const onOver = (event: PointerEvent) => {
    const control = event.pointerType === 'touch' ? null : controlAt(event.target)
    if (control === null) {
      if (shown === null) clearTimeout(timer)
      else after(graceMs, null)
      return
    }
    if (control === shown) clearTimeout(timer)
    else if (shown !== null || performance.now() - hiddenAt < graceMs) set(control)
    else after(restMs, control)
  }
  const onFocus = ({ target }: FocusEvent) => {
    const control = controlAt(target)
    if (control !== null && control === target && control.matches(':focus-visible')) set(control)
  }
  const onBlur = ({ target }: FocusEvent) => {
    if (target === shown) set(null)
  }
  const hide = () => set(null)
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') hide()
  }
  const listening = new AbortController()
  const how = { signal: listening.signal, passive: true, capture: true }
  document.addEventListener('pointerover', onOver, how)
  document.addEventListener('pointerdown', hide, how)
  document.addEventListener('focusin', onFocus, how)
  document.addEventListener('focusout', onBlur, how)
  document.addEventListener('keydown', onKey, how)
  document.documentElement.addEventListener('pointerleave', hide, { signal: listening.signal })
  return {
    point: (isOn) => (isOn ? clearTimeout(timer) : after(graceMs, null)),
    stop: () => {
      clearTimeout(timer)
      listening.abort()
    },
  }
}

function controlAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
}

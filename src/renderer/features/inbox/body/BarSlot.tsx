import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'

/** The place in the bar that the view in sight may use for its own controls. */
export const BarSlotContext = createContext<HTMLElement | null>(null)

/** Puts controls of a view into the bar above it. */
export function BarSlot({ children }: { children: ReactNode }) {
  const slot = use(BarSlotContext)
  return slot && createPortal(children, slot)
}

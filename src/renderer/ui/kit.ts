/** What the chunk of the popups holds; `loadKit` loads it. */
export { DialogPopup } from './DialogPopup.tsx'
export { MenuPopup } from './MenuPopup.tsx'
export { ToastCorner } from './ToastCorner.tsx'
export { TooltipPopup } from './TooltipPopup.tsx'

import { Tooltip } from '@base-ui/react/tooltip'
import styles from './TooltipPopup.module.css'

interface TooltipPopupProps {
  /** The control that it is about. */
  anchor: HTMLElement
  text: string
  /** Esc was pressed, or something else. */
  onClose: () => void
  /** The pointer is on the tooltip itself, or has left it. */
  onPoint: (isOn: boolean) => void
}

/** One tooltip, placed where there is room for it. Screen readers have its text from the control. */
export function TooltipPopup({ anchor, text, onClose, onPoint }: TooltipPopupProps) {
  return (
    <Tooltip.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      {/* A modal <dialog> covers everything outside of it. */}
      <Tooltip.Portal container={anchor.closest('dialog') ?? document.body}>
        <Tooltip.Positioner
          anchor={anchor}
          // Below an entry of the navigation is the next one.
          side={anchor.closest('nav') === null ? 'bottom' : 'right'}
          sideOffset={6}
          collisionPadding={8}
          className={styles['place']}
        >
          <Tooltip.Popup
            className={styles['tooltip']}
            role="tooltip"
            aria-hidden="true"
            onPointerEnter={() => onPoint(true)}
            onPointerLeave={() => onPoint(false)}
          >
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

/**
 * The attributes that give a control a tooltip. Pointers get it after a moment, keyboard users with the focus, and screen
 * readers as the control's description. A control whose name says the same needs only `data-tip`.
 */
export function tip(text: string | undefined): { 'data-tip'?: string; 'aria-description'?: string } {
  return text === undefined ? {} : { 'data-tip': text, 'aria-description': text }
}

/**
 * Whether a key press is not for our shortcuts: it goes into a field or an open dialog, is part of one of the browser's own
 * shortcuts, or somebody has already taken it.
 */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  const target = event.target
  if (!(target instanceof Element)) return false
  // The focus leaves a dialog that was closed only with the next frame.
  if (target.closest('dialog:not([open])') !== null) return false
  return target.closest('input, textarea, select, [contenteditable="true"], dialog') !== null
}

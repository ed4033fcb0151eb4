/** Where a popup is in the page: in the dialog of its control, else in the page's main part, which is a landmark. */
export function popupPlace(control: Element | null): HTMLElement {
  const dialog = control?.closest<HTMLElement>('[role="dialog"], [role="alertdialog"]')
  return dialog ?? document.querySelector('main') ?? document.body
}

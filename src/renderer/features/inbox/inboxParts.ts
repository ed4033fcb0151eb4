/** Ids of the inbox's parts, which find each other by them. */
export const listId = 'delivery-list'
export const filterId = 'delivery-filter'

/** Gives the focus to one of the inbox's parts; false when it is not there. */
export function focusOn(id: string): boolean {
  const part = document.querySelector<HTMLElement>(`#${id}`)
  part?.focus()
  return part !== null
}

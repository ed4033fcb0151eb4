/** How many monospaced characters fit into an element beside its padding, its scroll bar not counted. */
export function columnsOf(element: HTMLElement): number {
  const context = document.createElement('canvas').getContext('2d')
  const { fontFamily, fontSize, paddingLeft } = getComputedStyle(element)
  if (context !== null) context.font = `${fontSize} ${fontFamily}`
  const width = context?.measureText('0'.repeat(100)).width ?? 720
  return Math.floor(((element.clientWidth - Number.parseFloat(paddingLeft)) / width) * 100)
}

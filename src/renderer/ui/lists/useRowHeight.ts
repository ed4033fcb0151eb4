import { useEffect, useState } from 'react'

/** The height of a row of a list in px, for what places rows itself: 28, or 22 in compact; follows the root's attributes. */
export function useRowHeight(): number {
  const [height, setHeight] = useState(readRowHeight)
  useEffect(() => {
    const observer = new MutationObserver(() => setHeight(readRowHeight()))
    observer.observe(document.documentElement, { attributes: true })
    return () => observer.disconnect()
  }, [])
  return height
}

function readRowHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || 28
}

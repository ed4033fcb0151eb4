import { useEffect, useState } from 'react'
import { type Appearance, onAppearance, storedAppearance } from './appearance.ts'

/** The choices of this browser, kept up. */
export function useAppearance(): Appearance {
  const [appearance, setAppearance] = useState(storedAppearance)
  useEffect(() => onAppearance(() => setAppearance(storedAppearance())), [])
  return appearance
}

import { keyNames } from '../words/palette.ts'

/** A shortcut of the table as keys to draw: "Mod+k" -> [["Ctrl", "K"]], "g i" -> [["g"], ["i"]]. Each part after the other. */
export function formatKeys(keys: string, isMac: boolean): string[][] {
  if (keys === ' ') return [[keyNames[' '] ?? keys]]
  return keys.split(' ').map((press) => press.split(/\+(?=.)/).map((key) => keyLabel(key, press, isMac)))
}

function keyLabel(key: string, press: string, isMac: boolean): string {
  if (key === 'Mod') return isMac ? '⌘' : 'Ctrl'
  if (press.startsWith('Mod+')) return key.toUpperCase()
  return keyNames[key] ?? key
}

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

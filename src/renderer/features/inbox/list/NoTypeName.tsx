import { senderPreset } from '../../../../shared/signature/schemePresets.ts'
import { rowWords } from './words.ts'

/**
 * The text of a row without a type: that there is none, and where the sender's preset looks for it; without such a place
 * the method.
 */
export function NoTypeName({ scheme, method }: { scheme: string; method: string }) {
  const preset = senderPreset(scheme)
  const places = preset?.meaning?.eventType.filter((place) => !place.startsWith('=')) ?? []
  if (preset === undefined || places.length === 0) return method
  const named = places.map((place) => (place === '@key' ? rowWords.firstField : place.replaceAll('|', ' or ')))
  return <span title={rowWords.typeIsIn(preset.scheme.label, named)}>{rowWords.noType}</span>
}

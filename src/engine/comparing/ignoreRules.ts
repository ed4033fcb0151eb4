import { isExactNumber } from '../../shared/json/exactJson.ts'

/** The parts of answers that a comparison leaves out, besides generated values. */
export interface Ignored {
  /** Slower answers. */
  time: boolean
  /** Everything but status and time. */
  body: boolean
  /** The order in lists. */
  order: boolean
  /** Places of an answer as keys; `*` is any element or member. */
  places: string[][]
}

/** Rules by name, besides JSON pointers. */
export const ignoreNames = ['time', 'body', 'order'] as const

/** Reads JSON pointers and names, and returns all other texts as `wrong`. Pure. */
export function readIgnored(texts: readonly string[]): { ignored: Ignored; wrong: string[] } {
  const isName = (text: string) => (ignoreNames as readonly string[]).includes(text)
  return {
    ignored: {
      time: texts.includes('time'),
      body: texts.includes('body'),
      order: texts.includes('order'),
      places: texts.filter((text) => text.startsWith('/')).map(keysOf),
    },
    wrong: texts.filter((text) => !isName(text) && !text.startsWith('/')),
  }
}

function keysOf(pointer: string): string[] {
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Deeper values stay as they are. */
const maxDepth = 64

/** A JSON value without what is ignored. Pure. */
export function withoutIgnored(
  value: unknown,
  { places, order }: Pick<Ignored, 'places' | 'order'>,
  depth = 0,
): unknown {
  if (depth > maxDepth || (places.length === 0 && !order)) return value
  if (places.some((keys) => keys.length === 0)) return null
  const ofChild = (key: string) =>
    places.filter(([first]) => first === '*' || first === key).map((keys) => keys.slice(1))
  const isGone = (key: string) => ofChild(key).some((rest) => rest.length === 0)
  const child = (each: unknown, key: string) => withoutIgnored(each, { places: ofChild(key), order }, depth + 1)
  if (Array.isArray(value)) {
    const kept = value.flatMap((each, index) => (isGone(String(index)) ? [] : [child(each, String(index))]))
    return order ? kept.toSorted((a, b) => compareTexts(JSON.stringify(a), JSON.stringify(b))) : kept
  }
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (isGone(key) ? [] : [[key, child(each, key)]])),
  )
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** Whether this run tries all there is (`npm run test:full`) or a part that is the same each time (`npm test`). */
export const isThorough = process.env.HOOKSCOPE_THOROUGH === '1'

/**
 * How much a test tries, such as the cases of a property.
 * @param usual in `npm test`
 * @param all in `npm run test:full`
 */
export function budget(usual: number, all: number): number {
  return isThorough ? all : usual
}

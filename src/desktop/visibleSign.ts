import { writeFileSync } from 'node:fs'

/** Names the file that the app creates once it has shown something; set by `npm start`, which goes on in a browser otherwise. */
export const visibleSignVariable = 'HOOKSCOPE_VISIBLE_SIGN'

/** Tells `npm start`, where it started this app, that there is something to see. */
export function giveVisibleSign(variables: NodeJS.ProcessEnv): void {
  const file = variables[visibleSignVariable]
  if (file === undefined || file === '') return
  try {
    writeFileSync(file, '', { flag: 'wx' })
  } catch {
    // Given already, or `npm start` has ended since.
  }
}

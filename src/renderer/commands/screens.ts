import type { Environment } from '../../shared/wireTypes.ts'
import { commands, type ShortcutId } from '../../shared/commands/commands.ts'

/** Name of a screen in the address, `#/webhook-config`: of each `go.` command with keys. */
export type ScreenPath = ShortcutId extends infer Id ? (Id extends `go.${infer Path}` ? Path : never) : never

export interface ScreenEntry {
  path: ScreenPath
  /** The command that goes there. */
  command: ShortcutId
  /** Name in the rail and the palette: the command's. */
  label: string
}

/**
 * The screens in the order of the rail, and in its groups: what came, what is done with it, how it gets here, and the
 * app's own. A new one is a word here, a folder in `features/`, its content in `app/screens.tsx` and its sign in the
 * rail; types ask for all of them.
 */
export const screenGroups: readonly (readonly ScreenEntry[])[] = (
  [
    ['inbox', 'objects', 'health'],
    ['compose', 'responses', 'forwarding', 'check', 'case-files'],
    ['go-live', 'tunnel', 'webhook-config', 'access', 'sandbox', 'presentation'],
    ['settings'],
  ] as const satisfies readonly (readonly ScreenPath[])[]
).map((group) => group.map((path) => ({ path, command: `go.${path}`, label: commands[`go.${path}`].label })))

export const screens: readonly ScreenEntry[] = screenGroups.flat()

/** Another sender than the service is set up where it is: it has no webhook config here. */
export function hasWebhookConfig(environment: Pick<Environment, 'kind'> | undefined): boolean {
  return environment?.kind !== 'sender'
}

export function screenFor(path: string): ScreenEntry | undefined {
  return screens.find((screen) => screen.path === path)
}

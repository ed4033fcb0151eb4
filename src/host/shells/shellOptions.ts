/** The options that both shells take, as data: the command line of `serve` and `listen` and that of the desktop app are made of it. */

interface ShellOption {
  /** As it is typed, without the two hyphens. */
  name: string
  /** The placeholder of its value in a help text. */
  takes: string
  /** Its purpose, for a help text. */
  says: string
  /** Completes "it takes ..." when a value is wrong. */
  accepts: string
  /** Whether each use adds a value; else the last one counts. */
  isRepeated: boolean
  /** The value of its text, or null when it is wrong. */
  read(text: string): string | number | null
}

/** The text as it is. */
const asIs = (text: string): string | null => text

/** A port, or null: 0 (any free one) to 65535. */
export function readPort(text: string): number | null {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null
}

export const portAccepts = 'a port from 0 (any free one) to 65535'

/** By the name under which its value is handed on. */
export const shellOptions = {
  data: {
    name: 'data',
    takes: 'DIR',
    says: 'folder of all data (default: HOOKSCOPE_DATA, else the platform’s)',
    accepts: 'a folder',
    isRepeated: false,
    read: asIs,
  },
  receiverPort: {
    name: 'receiver-port',
    takes: 'N',
    says: 'port of the receiver, 0 for any free one (default: the one of last time)',
    accepts: portAccepts,
    isRepeated: false,
    read: readPort,
  },
  tunnel: {
    name: 'tunnel',
    takes: 'NAME',
    says: 'how the receiver gets a public URL: none, localtunnel, ssh, ... (default: as last time)',
    accepts: 'the name of a tunnel, such as localtunnel',
    isRepeated: false,
    read: asIs,
  },
  tunnelOption: {
    name: 'tunnel-option',
    takes: 'KEY=VALUE',
    says: 'an option of the tunnel; may be repeated',
    accepts: 'KEY=VALUE',
    isRepeated: true,
    read: asIs,
  },
} as const satisfies Record<string, ShellOption>

type Table = typeof shellOptions
type ValueOf<Option extends ShellOption> = NonNullable<ReturnType<Option['read']>>

/** The options of a command line; an absent option was not given. */
export type ShellOptions = {
  [Key in keyof Table]?: Table[Key]['isRepeated'] extends true ? ValueOf<Table[Key]>[] : ValueOf<Table[Key]>
}

/**
 * One Ctrl+C reaches a process several times: from the terminal, and from npm, which passes on its own. Signals within this
 * time of the first are the same one, ms. A later one means that the user presses again on purpose.
 */
export const sameInterruptionMs = 500

/** Something that a value could mean. Never more than a guess: the value is only a value. */
export type Guess =
  | { kind: 'time'; form: 'seconds' | 'milliseconds' | 'instant'; at: number }
  | { kind: 'token'; header: string; claims: string; expires: number | null }
  | { kind: 'base64'; url: boolean; text: string | null; hex: string; size: number; cut: boolean }
  | { kind: 'url'; text: string }
  | { kind: 'uuid'; version: string; at: number | null }

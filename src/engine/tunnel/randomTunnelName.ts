import { randomInt } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const characters = `${letters}0123456789`

/** A long random name for the tunnel's address, that cannot be guessed or taken by chance. Make it once and keep it. */
export function randomTunnelName(): string {
  const rest = Array.from({ length: 23 }, () => characters[randomInt(characters.length)])
  return `${letters[randomInt(letters.length)]}${rest.join('')}`
}

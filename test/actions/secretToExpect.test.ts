import { describe, expect, it } from 'vitest'
import { secretToExpect } from '../../src/engine/actions/deliveryDetail.ts'

function secret(id: string, createdAt: number, retiredAt: number | null = null) {
  return { id, fingerprint: `print-${id}`, createdAt, retiredAt }
}

describe('an invalid signature is compared with', () => {
  it('the secret that was current when it came, whatever was set later', () => {
    const secrets = [secret('new', 200), secret('old', 100)]
    expect(secretToExpect(secrets, 150, [])).toBe('old')
    expect(secretToExpect(secrets, 250, [])).toBe('new')
  })

  it('the same one after that was retired', () => {
    expect(secretToExpect([secret('new', 200), secret('old', 100, 300)], 150, [])).toBe('old')
  })

  it('the secret that a proof names', () => {
    expect(secretToExpect([secret('new', 200), secret('old', 100)], 250, ['print-old'])).toBe('old')
  })

  it('no secret that had been retired before: with that one both may be the same', () => {
    expect(secretToExpect([secret('new', 200), secret('old', 100, 240)], 250, ['print-old'])).toBe('new')
  })

  it('the newest one when it came before any was set', () => {
    expect(secretToExpect([secret('new', 200), secret('old', 100)], 50, [])).toBe('new')
  })

  it('nothing when there is no secret', () => {
    expect(secretToExpect([], 50, [])).toBeNull()
  })
})

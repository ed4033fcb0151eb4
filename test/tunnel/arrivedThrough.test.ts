import { describe, expect, it } from 'vitest'
import { arrivedThrough } from '../../src/engine/tunnel/arrivedThrough.ts'

const view = {
  publicUrl: 'https://name.tunnel.test',
  provider: { id: 'localtunnel', label: 'localtunnel' },
  headersNormalised: true,
}

describe('a delivery', () => {
  it('that asked for the tunnel host came through it, with the address that the tunnel claims', () => {
    const headers = ['Host', 'name.tunnel.test', 'X-Forwarded-For', '203.0.113.9, 10.0.0.1']
    expect(arrivedThrough(headers, view)).toEqual({
      provider: 'localtunnel',
      label: 'localtunnel',
      headersNormalised: true,
      claimedAddress: '203.0.113.9',
    })
  })

  it('to another host came through it when something on the way left its mark', () => {
    expect(arrivedThrough(['host', 'localhost', 'cf-connecting-ip', '203.0.113.9'], view)?.claimedAddress).toBe(
      '203.0.113.9',
    )
  })

  it('from this machine did not come through it, and none did while there is no tunnel', () => {
    expect(arrivedThrough(['Host', '127.0.0.1:4690'], view)).toBeNull()
    expect(arrivedThrough(['Host', 'name.tunnel.test'], { ...view, publicUrl: null })).toBeNull()
  })
})

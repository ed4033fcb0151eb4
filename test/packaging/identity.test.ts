import { describe, expect, it } from 'vitest'
import { identity, placeholders, type ProductIdentity, updateFeed } from '../../src/shared/identity.ts'
import { releaseProblem } from '../../tools/packaging/builderConfig.ts'

const real: ProductIdentity = {
  name: 'Hookscope',
  owner: 'Somebody Ltd',
  maintainer: 'Somebody Ltd <hello@somebody.test>',
  homepage: 'https://somebody.test/hookscope/example/',
  appId: 'test.somebody.hookscope',
  feed: 'https://updates.somebody.test/',
}

describe('the identity of the product', () => {
  it('is made of placeholders until somebody owns it', () => {
    expect(placeholders(identity)).toEqual(['owner', 'maintainer', 'homepage', 'appId', 'feed'])
  })

  it('keeps a release from being built while one placeholder is left, and names it', () => {
    expect(releaseProblem(real)).toBeNull()
    for (const field of placeholders(identity)) {
      expect(releaseProblem({ ...real, [field]: identity[field] })).toContain(` ${field}: src/shared/identity.ts`)
    }
  })

  it('leads to an update check only with a feed of its own', () => {
    expect(updateFeed(identity)).toBeNull()
    expect(updateFeed(real)).toBe('https://updates.somebody.test/')
  })
})

/** The options of electron-builder for each system and certificate; packages.test.ts tests their results. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { identity } from '../../src/shared/identity.ts'
import { builderConfig } from '../../tools/packaging/builderConfig.ts'
import { dropEmptyVariables, hasCertificate, missingModules } from '../../tools/packaging/release.ts'

const root = join(import.meta.dirname, '../..')
const options = { identity, output: '/out', runtime: null, resources: join(root, 'resources') }
const signed = builderConfig({ ...options, hasCertificate: true })
const unsigned = builderConfig({ ...options, hasCertificate: false })

describe('an app for macOS', () => {
  it('signed with a certificate is hardened and may compile at run time, nothing else', () => {
    expect(signed.mac).toMatchObject({ hardenedRuntime: true })
    expect(signed.mac).not.toHaveProperty('identity')
    expect(signed.electronFuses?.resetAdHocDarwinSignature).toBe(false)
    for (const file of [signed.mac?.entitlements, signed.mac?.entitlementsInherit]) {
      const entitlements = readFileSync(join(root, String(file)), 'utf8')
      expect([...entitlements.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual([
        'com.apple.security.cs.allow-jit',
      ])
    }
  })

  it('without a certificate gets a new ad hoc signature once its fuses are flipped', () => {
    expect(unsigned.electronFuses?.resetAdHocDarwinSignature).toBe(true)
    expect(unsigned.mac?.identity).toBe('-')
  })

  it('without a certificate is not hardened, because no module belongs to the team of an ad hoc signature', () => {
    expect(unsigned.mac?.hardenedRuntime).toBe(false)
  })
})

describe('a certificate', () => {
  it('is there when a variable names one, and not when a workflow sets the variable of a missing secret to nothing', () => {
    const variables = { CSC_LINK: '', APPLE_API_KEY: '', PATH: '' }
    expect(hasCertificate(variables)).toBe(false)
    dropEmptyVariables(variables)
    expect(variables).toEqual({ PATH: '' })
    expect(hasCertificate({ CSC_LINK: 'base64' })).toBe(true)
    expect(hasCertificate({ CSC_NAME: 'Somebody Ltd' })).toBe(true)
  })
})

describe('the native modules of a package', () => {
  it('are of the architecture that npm installed: no target names another one', () => {
    const targets = [signed.mac, signed.win, signed.linux].flatMap((system) => [system?.target].flat())
    expect(targets.map((target) => (typeof target === 'object' ? target?.arch : target))).toEqual(
      targets.map(() => undefined),
    )
  })

  it('are all there, or no release is built and the reason names them', () => {
    const load = createRequire(join(root, 'package.json'))
    expect(missingModules(load)).toBeNull()
    const without = (name: string) => {
      if (name === '@napi-rs/keyring') throw new Error('Cannot find native binding.')
      return load(name) as unknown
    }
    expect(missingModules(without)).toContain(
      `${process.platform} ${process.arch}, and @napi-rs/keyring cannot be loaded`,
    )
  })
})

describe('an app for Linux', () => {
  it("has the app's id for its windows, and a .desktop file of the same name", () => {
    expect(signed.extraMetadata).toMatchObject({ desktopName: `${identity.appId}.desktop` })
    expect(signed.linux?.syncDesktopName).toBe(true)
  })

  it('is never started without its sandbox by its .desktop file', () => {
    expect(signed.linux?.executableArgs).toEqual([])
  })

  it('needs no FUSE 2 as an AppImage', () => {
    expect(signed.toolsets?.appimage).toMatch(/^1\./)
  })
})

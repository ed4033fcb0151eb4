import type { Configuration } from 'electron-builder'
import { type ProductIdentity, placeholders, updateFeed } from '../../src/shared/identity.ts'
import { caseFileType } from '../../src/shared/caseFileType.ts'
import { linkScheme } from '../../src/shared/commands/links.ts'

export interface PackagingOptions {
  identity: ProductIdentity
  /** Where packages and unpacked apps go. */
  output: string
  /** A folder that takes the place of Electron's runtime, see placeholderRuntime.ts; null fetches the real one. */
  runtime: string | null
  /** The icon of macOS and so on lies here. */
  resources: string
}

/** Why a release cannot be built with this identity, as a sentence; null when it can. */
export function whyNoRelease(identity: ProductIdentity): string | null {
  const fields = placeholders(identity)
  if (fields.length === 0) return null
  return `A release needs real values for ${fields.join(', ')}: src/shared/identity.ts still has placeholders (.example). Edit that file and build again.`
}

/**
 * The configuration of electron-builder for all three systems, as data. What goes in: the built output, package.json,
 * licences, and the native modules that stay outside of the archive; nothing else.
 */
export function builderConfig({ identity, output, runtime, resources }: PackagingOptions): Configuration {
  const feed = updateFeed(identity)
  return {
    appId: identity.appId,
    productName: identity.name,
    copyright: `Copyright © ${identity.owner}`,
    directories: { output, buildResources: resources },
    files: [
      'out/main/**',
      'out/preload/**',
      'out/renderer/**',
      'out/THIRD-PARTY.md',
      'package.json',
      'LICENSE',
      '!**/*.map',
      '!**/*.d.ts',
    ],
    extraMetadata: { homepage: identity.homepage, author: identity.maintainer },
    asar: true,
    // A native module is loaded by the system, which cannot look into an archive.
    asarUnpack: ['**/*.node'],
    // Native modules bring a built file for each system; nothing is compiled here.
    npmRebuild: false,
    ...(runtime === null ? {} : { electronDist: runtime }),
    electronFuses: {
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      grantFileProtocolExtraPrivileges: false,
      enableCookieEncryption: true,
      onlyLoadAppFromAsar: true,
      enableEmbeddedAsarIntegrityValidation: true,
    },
    protocols: [{ name: `${identity.name} link`, schemes: [linkScheme] }],
    // A double click opens one; the app shows it and never changes it.
    fileAssociations: [
      {
        ext: caseFileType.extension,
        name: caseFileType.name,
        description: caseFileType.name,
        mimeType: caseFileType.mimeType,
        role: 'Viewer',
        rank: 'Owner',
      },
    ],
    // Without a feed no update files are written and nothing is ever looked up.
    publish: feed === null ? null : [{ provider: 'generic', url: feed }],
    artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
    ...mac(identity),
    ...windows(),
    ...linux(identity),
  }
}

function mac(identity: ProductIdentity): Pick<Configuration, 'mac' | 'dmg'> {
  return {
    mac: {
      category: 'public.app-category.developer-tools',
      icon: 'icon/app.icns',
      target: [
        { target: 'dmg', arch: ['arm64', 'x64'] },
        { target: 'zip', arch: ['arm64', 'x64'] },
      ],
      hardenedRuntime: true,
      entitlements: 'resources/entitlements.mac.plist',
      entitlementsInherit: 'resources/entitlements.mac.plist',
      extendInfo: { NSHumanReadableCopyright: `Copyright © ${identity.owner}` },
    },
    dmg: { title: '${productName} ${version}' },
  }
}

function windows(): Pick<Configuration, 'win' | 'nsis'> {
  return {
    win: { icon: 'icon/app.ico', target: [{ target: 'nsis', arch: ['x64', 'arm64'] }] },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowElevation: false,
      allowToChangeInstallationDirectory: true,
      // Captured deliveries are the person's own: uninstalling the app leaves them.
      deleteAppDataOnUninstall: false,
    },
  }
}

function linux(identity: ProductIdentity): Pick<Configuration, 'linux' | 'deb'> {
  return {
    linux: {
      category: 'Development',
      icon: 'icon',
      executableName: identity.name.toLowerCase(),
      synopsis: 'Webhook inspector',
      description: 'Receives webhooks, keeps their exact bytes, verifies signatures and explains why they fail.',
      maintainer: identity.maintainer,
      vendor: identity.owner,
      target: [
        { target: 'AppImage', arch: ['x64', 'arm64'] },
        { target: 'deb', arch: ['x64', 'arm64'] },
      ],
    },
    deb: { packageCategory: 'devel' },
  }
}

import { join } from 'node:path'
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
  /** Folder of icons, entitlements and the scripts of Linux packages. */
  resources: string
  /** Packages of macOS are signed with a certificate; without one they get an ad hoc signature. */
  hasCertificate: boolean
}

/** Why a release cannot be built with this identity, as a sentence; null when it can. */
export function releaseProblem(identity: ProductIdentity): string | null {
  const fields = placeholders(identity)
  if (fields.length === 0) return null
  return `A release needs real values for ${fields.join(', ')}: src/shared/identity.ts still has placeholders (.example). Edit that file and build again.`
}

/**
 * Returns the configuration of electron-builder for all three systems. A package holds the built output, package.json,
 * licences, and the native modules, which stay outside the archive. No target names an architecture: the builder takes that
 * of the machine it runs on, the only one whose native modules `npm ci` has installed.
 */
export function builderConfig({
  identity,
  output,
  runtime,
  resources,
  hasCertificate,
}: PackagingOptions): Configuration {
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
      // The icon of windows on Linux.
      'resources/icon/256x256.png',
      'resources/scenarios/**',
      'package.json',
      'LICENSE',
      '!**/*.map',
      '!**/*.d.ts',
    ],
    extraMetadata: {
      homepage: identity.homepage,
      author: identity.maintainer,
      desktopName: `${identity.appId}.desktop`,
    },
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
      // The app stores no cookies, and their key would be one more entry that macOS asks about.
      enableCookieEncryption: false,
      onlyLoadAppFromAsar: true,
      enableEmbeddedAsarIntegrityValidation: true,
      // Flipping fuses breaks the signature that Electron comes with, and arm64 Macs start nothing with a broken one.
      resetAdHocDarwinSignature: !hasCertificate,
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
    ...mac(identity, hasCertificate),
    ...windows(),
    ...linux(identity, resources),
  }
}

function mac(identity: ProductIdentity, hasCertificate: boolean): Pick<Configuration, 'mac' | 'dmg'> {
  const entitlements = 'resources/entitlements.mac.plist'
  return {
    mac: {
      category: 'public.app-category.developer-tools',
      icon: 'icon/app.icns',
      target: [{ target: 'dmg' }, { target: 'zip' }],
      // The hardened runtime loads only native modules signed by the app's own team, and an ad hoc signature has no team.
      ...(hasCertificate
        ? { hardenedRuntime: true, entitlements, entitlementsInherit: entitlements }
        : { hardenedRuntime: false, identity: '-' }),
      extendInfo: { NSHumanReadableCopyright: `Copyright © ${identity.owner}` },
    },
    dmg: { title: '${productName} ${version}' },
  }
}

function windows(): Pick<Configuration, 'win' | 'nsis'> {
  return {
    win: { icon: 'icon/app.ico', target: [{ target: 'nsis' }] },
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

function linux(identity: ProductIdentity, resources: string): Pick<Configuration, 'linux' | 'deb' | 'toolsets'> {
  return {
    linux: {
      category: 'Development',
      icon: 'icon',
      executableName: identity.name.toLowerCase(),
      // The window's app id is `desktopName`; desktops find name and icon by a .desktop file of that name.
      syncDesktopName: true,
      // For an AppImage the default is --no-sandbox.
      executableArgs: [],
      // The builder writes an AppRun and copies the app over it.
      extraFiles: [{ from: join(resources, 'linux/AppRun'), to: 'AppRun' }],
      synopsis: 'Webhook inspector',
      description: 'Receives webhooks, keeps their exact bytes, verifies signatures and explains why they fail.',
      maintainer: identity.maintainer,
      vendor: identity.owner,
      target: [{ target: 'AppImage' }, { target: 'deb' }],
    },
    deb: { packageCategory: 'devel', afterInstall: join(resources, 'linux/afterInstall.sh') },
    // AppImages of the default version need FUSE 2, which Ubuntu has not installed since 22.04.
    toolsets: { appimage: '1.0.3' },
  }
}

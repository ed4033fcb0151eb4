/**
 * Name, maker and addresses of the product: the one file to edit before a first release. Everything that names an owner,
 * an address or an id (packages, licence, update check, the system's registrations) reads it here.
 *
 * Values under `.example` are placeholders: a release build refuses them, and a placeholder feed means no update check.
 */
export interface ProductIdentity {
  /** As people read it; also the name of the app's entry in the system's keyring and menus. */
  name: string
  /** The publisher, as it appears in packages and in the licence. */
  owner: string
  /** `Name <address>`: whom package managers name as responsible. */
  maintainer: string
  /** The address that packages, About and Help lead to. */
  homepage: string
  /** Reverse domain name; macOS and Windows distinguish apps by it. Never change it after a first release. */
  appId: string
  /** Folder of the release files (`latest.yml`, packages) that the update check reads. */
  feed: string
}

export const identity: ProductIdentity = {
  name: 'Hookscope',
  owner: 'The Hookscope authors (owner.example)',
  maintainer: 'The Hookscope authors <hello@owner.example>',
  homepage: 'https://hookscope.example/',
  appId: 'example.hookscope.desktop',
  feed: 'https://updates.hookscope.example/',
}

/** The fields that are still placeholders, in their order: a host that ends in `.example`, an id that begins with it. */
export function placeholders(of: ProductIdentity): (keyof ProductIdentity)[] {
  const fields = Object.keys(of) as (keyof ProductIdentity)[]
  return fields.filter((field) => /\w\.example(?![\w.-])|^example\./.test(of[field]))
}

/** Where updates are looked up, or null: without a feed of our own nothing is ever asked. */
export function updateFeed(of: ProductIdentity): string | null {
  return placeholders(of).includes('feed') ? null : of.feed
}

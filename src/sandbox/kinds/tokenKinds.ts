import type { Random } from '../state/random.ts'
import { makeAmount, moveAmount, groupThousands } from './amounts.ts'
import { textOf, type ObjectKind } from './objectKind.ts'

const chains = ['ethereum', 'polygon', 'base'] as const

function makeAddress(random: Random): string {
  return `0x${random.hex(40)}`
}

export const asset: ObjectKind = {
  type: 'asset',
  resourceType: 'Asset',
  collection: '/api/trust/v1/assets',
  moves: { draft: { usual: 'listed' } },
  tellsChanges: true,
  make: ({ random }) => {
    const [name, symbol] = random.pick([
      ['Nordlicht Green Bond 2031', 'NGB31'],
      ['Hafenquartier Immobilien-Anteil', 'HAFQ'],
      ['Serra Azul Coffee Receivable', 'SAZC'],
      ['Euro Settlement Token', 'EURS'],
    ] as const)
    return {
      status: 'draft',
      name,
      symbol,
      kind: random.pick(['bond', 'fund_share', 'receivable', 'stablecoin']),
      chain: random.pick(chains),
      contractAddress: makeAddress(random),
      decimals: random.pick([0, 6, 18]),
      totalSupply: `${random.between(1, 900)}000000`,
      unitPrice: makeAmount(random, 'EUR'),
      currency: 'EUR',
      listedAtUtc: null,
    }
  },
  moved: (state, _fields, { now }) => (state === 'listed' ? { listedAtUtc: now } : {}),
  touch: (fields, { random }) => ({ unitPrice: moveAmount(random, textOf(fields, 'unitPrice')) }),
  label: (fields) =>
    `${textOf(fields, 'symbol')}, ${textOf(fields, 'currency')} ${groupThousands(textOf(fields, 'unitPrice'))}`,
}

export const nft: ObjectKind = {
  type: 'nft',
  resourceType: 'Nft',
  collection: '/api/trust/v1/nfts',
  moves: { minting: { usual: 'minted' } },
  tellsChanges: false,
  make: ({ random, newest }) => {
    const tokenId = String(random.between(1, 9999))
    return {
      status: 'minting',
      name: `${random.pick(['Leuchtturm', 'Harbour Seal', 'Ναυτίλος', '灯台'])} #${tokenId}`,
      collectionName: 'Lighthouses of the North',
      tokenId,
      chain: random.pick(chains),
      contractAddress: makeAddress(random),
      ownerWalletId: newest('wallet'),
      ownerAddress: makeAddress(random),
      metadataUrl: `https://nft.example.com/metadata/${tokenId}.json`,
      traits: { light: random.pick(['red', 'white', 'green']), floors: random.between(3, 30) },
      transactionHash: null,
    }
  },
  moved: (_state, _fields, { random }) => ({ transactionHash: `0x${random.hex(64)}` }),
  touch: (_fields, { random }) => ({ ownerAddress: makeAddress(random), transactionHash: `0x${random.hex(64)}` }),
  label: (fields) => textOf(fields, 'name'),
}

export const wallet: ObjectKind = {
  type: 'wallet',
  resourceType: 'Wallet',
  collection: '/api/wallet/v1/wallets',
  moves: { creating: { usual: 'active' } },
  tellsChanges: false,
  make: ({ random, newest }) => ({
    status: 'creating',
    name: random.pick(['Treasury', 'Settlement', 'Cold storage', "Customers' funds"]),
    chain: random.pick(chains),
    address: makeAddress(random),
    custody: random.pick(['custodial', 'multi_party']),
    ownerIdentityId: newest('identity'),
    balances: [{ asset: 'EURS', amount: makeAmount(random, 'EUR') }],
  }),
  touch: (_fields, { random }) => ({ balances: [{ asset: 'EURS', amount: makeAmount(random, 'EUR') }] }),
  label: (fields) => `${textOf(fields, 'name')} on ${textOf(fields, 'chain')}`,
}

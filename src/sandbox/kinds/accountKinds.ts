import { makeAccountNumbers } from './accountNumber.ts'
import { groupThousands, makeAmount, moveAmount } from './amounts.ts'
import { textOf, type ObjectKind } from './objectKind.ts'
import { places } from './places.ts'

export const custodialAccount: ObjectKind = {
  type: 'custodialAccount',
  resourceType: 'CustodialAccount',
  collection: '/api/trust/v1/custodial-accounts',
  moves: { pending: { usual: 'open' } },
  tellsChanges: true,
  make: ({ random, newest }) => {
    const place = random.pick(places)
    const balance = makeAmount(random, place.currency)
    const [bankName, bic] = random.pick(place.banks)
    return {
      status: 'pending',
      name: random.pick(['Operating account', 'Client money', 'Payroll & taxes', 'Rücklagen', 'Reserva técnica']),
      currency: place.currency,
      balance,
      availableBalance: balance,
      ownerIdentityId: newest('identity'),
      bankName,
      bic,
      ...makeAccountNumbers(random, place),
      openedAtUtc: null,
    }
  },
  moved: (state, _fields, { now }) => (state === 'open' ? { openedAtUtc: now } : {}),
  touch: (fields, { random }) => {
    const balance = moveAmount(random, textOf(fields, 'balance'))
    return { balance, availableBalance: balance }
  },
  label: (fields) =>
    `${textOf(fields, 'name')}, ${textOf(fields, 'currency')} ${groupThousands(textOf(fields, 'balance'))}`,
}

export const externalAccount: ObjectKind = {
  type: 'externalAccount',
  resourceType: 'ExternalAccount',
  collection: '/api/trust/v1/external-accounts',
  moves: { unverified: { usual: 'verifying' }, verifying: { usual: 'verified', rare: 'rejected' } },
  tellsChanges: true,
  make: ({ random }) => {
    const place = random.pick(places)
    const [bankName, bic] = random.pick(place.banks)
    const [given, family] = random.pick(place.people)
    return {
      status: 'unverified',
      holderName: random.oneIn(2) ? random.pick(place.companies) : `${given} ${family}`,
      nickname: random.pick(['Supplier', 'Landlord', 'Payroll', "Owner's account"]),
      country: place.country,
      currency: place.currency,
      bankName,
      bic,
      ...makeAccountNumbers(random, place),
      verificationMethod: random.pick(['micro_deposit', 'bank_login']),
      verifiedAtUtc: null,
    }
  },
  moved: (state, _fields, { now }) => (state === 'verified' ? { verifiedAtUtc: now } : {}),
  touch: (_fields, { random }) => ({
    nickname: `${random.pick(['Supplier', 'Landlord', 'Payroll'])} ${random.digits(3)}`,
  }),
  label: (fields) => `${textOf(fields, 'holderName')}, ${textOf(fields, 'bankName')}`,
}

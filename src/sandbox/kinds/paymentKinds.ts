import type { Fields } from '../state/state.ts'
import { makeAccountNumbers } from './accountNumber.ts'
import { groupThousands, makeAmount, moveAmount } from './amounts.ts'
import { textOf, type Making, type ObjectKind } from './objectKind.ts'
import { places } from './places.ts'

const purposes = ['Invoice', 'Rechnung', 'Facture', 'Order', 'Τιμολόγιο', 'Рахунок', '請求書', 'Rent & utilities']

function makeReference({ random }: Making): string {
  return `${random.pick(purposes)} ${random.between(2024, 2026)}-${random.digits(5)}`
}

function money(fields: Fields): string {
  return `${textOf(fields, 'currency')} ${groupThousands(textOf(fields, 'amount'))}`
}

export const payment: ObjectKind = {
  type: 'payment',
  resourceType: 'Payment',
  collection: '/api/trust/v1/payments',
  moves: { created: { usual: 'processing' }, processing: { usual: 'settled', rare: 'failed' } },
  tellsChanges: false,
  make: (making) => {
    const { random } = making
    const place = random.pick(places)
    const [bankName, bic] = random.pick(place.banks)
    return {
      status: 'created',
      direction: random.oneIn(3) ? 'incoming' : 'outgoing',
      amount: makeAmount(random, place.currency),
      currency: place.currency,
      method: place.iban === null ? random.pick(['wire', 'ach']) : random.pick(['sepa', 'sepa_instant', 'swift']),
      custodialAccountId: making.newest('custodialAccount'),
      externalAccountId: making.newest('externalAccount'),
      counterparty: {
        name: random.pick(place.companies),
        country: place.country,
        bankName,
        bic,
        ...makeAccountNumbers(random, place),
      },
      reference: makeReference(making),
      endToEndId: random.text(16, 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'),
      fees: { amount: '0.35', currency: 'EUR' },
      settledAtUtc: null,
      failureReason: null,
    }
  },
  moved: (state, _fields, { random, now }) => {
    if (state === 'settled') {
      return { settledAtUtc: now }
    }
    return state === 'failed'
      ? { failureReason: random.pick(['account_closed', 'insufficient_funds', 'rejected_by_bank']) }
      : {}
  },
  touch: (_fields, making) => ({ reference: makeReference(making) }),
  label: (fields) => {
    const { counterparty } = fields
    const named = typeof counterparty === 'object' && counterparty !== null && !Array.isArray(counterparty)
    const name = named ? textOf(counterparty, 'name') : ''
    return `${money(fields)} ${textOf(fields, 'direction') === 'incoming' ? 'from' : 'to'} ${name}`
  },
}

export const transaction: ObjectKind = {
  type: 'transaction',
  resourceType: 'Transaction',
  collection: '/api/trust/v1/transactions',
  moves: { pending: { usual: 'posted', rare: 'reversed' } },
  tellsChanges: false,
  make: (making) => {
    const { random } = making
    const place = random.pick(places)
    const amount = makeAmount(random, place.currency)
    return {
      status: 'pending',
      direction: random.pick(['credit', 'debit']),
      kind: random.pick(['transfer', 'fee', 'interest', 'card']),
      amount,
      currency: place.currency,
      balanceAfter: moveAmount(random, amount),
      custodialAccountId: making.newest('custodialAccount'),
      paymentId: making.newest('payment'),
      counterpartyName: random.pick(place.companies),
      description: makeReference(making),
      bookedAtUtc: null,
    }
  },
  moved: (state, _fields, { now }) => (state === 'posted' ? { bookedAtUtc: now } : {}),
  touch: (_fields, making) => ({ description: makeReference(making) }),
  label: (fields) => `${money(fields)} ${textOf(fields, 'direction')}, ${textOf(fields, 'description')}`,
}

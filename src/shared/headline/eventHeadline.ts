import type { Headline, HeadlineItem } from '../model.ts'

/** Values of the fields that a sender's preset names; null where a delivery has none. */
export interface SaidOfEvent {
  eventType: string | null
  amount: string | null
  currency: string | null
  customer: string | null
  reference: string | null
}

/** Longest value, characters. */
const maxLength = 60

/**
 * The headline of an event whose preset knows where its amount, customer or reference is: `charge.success · 50.00 NGN ·
 * ada@example.com · order-7`. Pure.
 * @param minorUnits the amount counts the smallest units of its currency
 * @returns null where the delivery has none of them
 */
export function eventHeadline(said: SaidOfEvent, minorUnits: boolean): Headline | null {
  const amount = said.amount === null ? null : money(said.amount, said.currency, minorUnits)
  const facts = [
    ...valueOf('amount', amount),
    ...valueOf(said.customer?.includes('@') === true ? 'email' : 'name', said.customer),
    ...valueOf('reference', said.reference),
  ]
  if (facts.length === 0) return null
  return { source: 'body', items: [...valueOf('event', said.eventType), ...facts], more: 0 }
}

function valueOf(field: string, value: string | null): HeadlineItem[] {
  if (value === null) return []
  const line = value.replaceAll(/\s+/g, ' ').trim()
  const after = line.length <= maxLength ? line : `${line.slice(0, maxLength - 1)}…`
  return [{ field, kind: 'value', before: null, after }]
}

function money(amount: string, currency: string | null, minorUnits: boolean): string | null {
  const code = currency?.toUpperCase() ?? ''
  if (!minorUnits) return code === '' ? amount : amountText(amount, code)
  const digits = fractionDigits(code)
  if (digits === null || !/^-?\d{1,18}$/.test(amount)) return null
  if (digits === 0) return amountText(amount, code)
  const sign = amount.startsWith('-') ? '-' : ''
  const padded = amount.slice(sign.length).padStart(digits + 1, '0')
  return amountText(`${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`, code)
}

/** A formatted amount, `€8,111.38`; unchanged where it is not a number with a currency. */
export function amountText(amount: string, currency: string): string {
  if (!/^-?\d{1,18}(?:\.\d{1,3})?$/.test(amount) || !/^[A-Z]{3}$/.test(currency)) return `${amount} ${currency}`
  const digits = amount.split('.')[1]?.length ?? 0
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, ...places })
  return format.format(amount as `${number}`).replace('\u00a0', ' ')
}

/** Decimal digits of currencies on which senders agree; on some (ISK, UGX, HUF, ...) they do not. */
const digitsOf: Readonly<Record<number, string>> = {
  0: 'BIF DJF GNF JPY KMF KRW PYG RWF VND VUV XAF XOF XPF',
  2: 'AED AUD BRL CAD CHF CNY CZK DKK EGP EUR GBP GHS HKD ILS INR KES MAD MXN MYR NGN NOK NZD PEN PHP PLN RON SAR SEK SGD THB TRY UAH USD ZAR',
  3: 'BHD JOD KWD OMR TND',
}

function fractionDigits(code: string): number | null {
  const found = Object.entries(digitsOf).find(([, codes]) => codes.split(' ').includes(code))
  return found === undefined ? null : Number(found[0])
}

import { maskWords } from '../words/presentation.ts'

/** How the names of fields end whose values a room should not read, in small words. */
const personal: readonly (readonly [look: RegExp, mask: string])[] = [
  [/\be ?mail( address)?$|\bmail address$/, maskWords.email],
  [/\b(iban|bban|bic|swift|clabe|account)$|\b(account|routing|sort) ?(number|no|code|holder)$/, maskWords.account],
  [/\bcard ?(number|no)?$|^pan$|\bcv[vc]2?$/, maskWords.card],
  [/\b(phone|telephone|mobile|fax|msisdn|tel)( ?number)?$/, maskWords.phone],
  [/\b(street|address|addr|postal ?code|post ?code|zip( ?code)?|city|town|ip)( line)?( ?\d)?$/, maskWords.address],
  [
    /\b(password|passwd|pwd|passphrase|secret|token|api ?key|private ?key|authorization|cookie|credential|pin)s?$/,
    maskWords.token,
  ],
  [/name$|\b(login|user|holder|owner|reviewer|signatory|contact|author|beneficiary|debtor|creditor)$/, maskWords.name],
  // Free words for the other side, in which people write names.
  [/\b(reference|memo|remittance( ?information)?|payment ?purpose)$/, maskWords.value],
  [
    /\b(birth|birth ?(date|day|place)|date of birth|nationality|passport( number)?|ssn|tax ?(id|number|residence)|national id|gender)$/,
    maskWords.value,
  ],
]

/** What stands for the value of a field of this name; null when the name says nothing personal. Pure. */
export function maskOfField(name: string): string | null {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase()
  return personal.find(([look]) => look.test(words))?.[1] ?? null
}

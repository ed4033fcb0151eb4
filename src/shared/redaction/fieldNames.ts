/** Names of fields with personal data, without separators between words. */
const personal = new Set(
  (
    'firstname lastname fullname surname givenname familyname middlename maidenname nickname displayname forename ' +
    'customername username contactname holdername accountholder accountholdername cardholder cardholdername beneficiaryname ' +
    'birthdate birthday dateofbirth dob placeofbirth birthplace gender nationality maritalstatus ' +
    'ssn socialsecuritynumber nationalid nationalidnumber identitynumber idnumber personalid taxid taxnumber tin ' +
    'passport passportnumber documentnumber driverlicense driverslicense licensenumber ' +
    'phone phonenumber mobile mobilenumber telephone telephonenumber cellphone fax msisdn ' +
    'email emailaddress mail recipientemail senderemail customeremail ' +
    'iban bic swift accountnumber bankaccount bankaccountnumber routingnumber sortcode cardnumber pan cvv cvc cvn ' +
    'address addresses streetaddress street streetname housenumber addressline address1 address2 address3 line1 line2 line3 ' +
    'postalcode postcode zip zipcode city town ip ipaddress clientip remoteip remoteaddress latitude longitude geolocation'
  ).split(' '),
)

/** A field called just `name` is personal below one of these. */
const people =
  /(?:^|[^a-z])(?:customer|user|person|owner|contact|sender|recipient|receiver|holder|billing|shipping|payer|payee|beneficiary|author|member|employee|patient|guest|applicant|creditor|debtor|client|buyer|seller)s?(?:[^a-z]|$)/i

/** Longest part of a name that is looked at, characters: no word above is as long. */
const maxName = 200

/** Meaning of the names that lead to a value. */
export interface PathMeaning {
  /** The last name that is no index. */
  name: string
  /** A name on the path marks the value as personal. */
  isPersonal: boolean
  /** A name on the path stands for a human, so that `name` below it is personal. */
  isBelowPerson: boolean
}

export const noMeaning: PathMeaning = { name: '', isPersonal: false, isBelowPerson: false }

/** The meaning of a name in any place. */
interface NameMeaning {
  isIndex: boolean
  isPersonal: boolean
  isName: boolean
  isPerson: boolean
}

/** Adds a name or an index to what the names above it say. */
export type AddName = (above: PathMeaning, name: string) => PathMeaning

/** Maximum number of names whose meaning is kept: a document repeats its names. */
const maxKnownNames = 1000

/** Returns a function that reads names, and reads one that comes again only once. */
export function nameReader(): AddName {
  const known = new Map<string, NameMeaning>()
  return (above, name) => {
    const own = known.get(name) ?? meaningOfName(name)
    if (known.size < maxKnownNames) known.set(name, own)
    if (own.isIndex) return above
    return {
      name,
      isPersonal: above.isPersonal || own.isPersonal || (own.isName && above.isBelowPerson),
      isBelowPerson: above.isBelowPerson || own.isPerson,
    }
  }
}

function meaningOfName(name: string): NameMeaning {
  const short = name.slice(0, maxName)
  const plain = short
    .replace(/^x-/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  return {
    isIndex: /^\d+$/.test(name),
    isPersonal: personal.has(plain),
    isName: plain === 'name',
    isPerson: people.test(short.replaceAll(/([a-z])([A-Z])/g, '$1-$2')),
  }
}

/** Meaning of a whole path. Pure. */
export function meaningOf(path: readonly string[], addName: AddName = nameReader()): PathMeaning {
  return path.reduce(addName, noMeaning)
}

/** Whether a field's name marks its value as personal. @param path the names above it. Pure. */
export function namesPerson(name: string, path: readonly string[]): boolean {
  return meaningOf([...path, name]).isPersonal
}

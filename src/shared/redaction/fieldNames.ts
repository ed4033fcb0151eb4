/** Names of fields whose value is about a person, without signs between their words. */
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

/** A field called just `name` is a person's below one of these. */
const people =
  /(?:^|[^a-z])(?:customer|user|person|owner|contact|sender|recipient|receiver|holder|billing|shipping|payer|payee|beneficiary|author|member|employee|patient|guest|applicant|creditor|debtor|client|buyer|seller)s?(?:[^a-z]|$)/i

/** Of a longer name no more is looked at, characters: no word above is as long. */
const maxName = 200

/** What the names that lead to a value say of it. */
export interface PathMeaning {
  /** The last name that is no index. */
  name: string
  /** One of them says that the value is about a person. */
  isPersonal: boolean
  /** One of them is a person, whose `name` is personal. */
  isBelowPerson: boolean
}

const noMeaning: PathMeaning = { name: '', isPersonal: false, isBelowPerson: false }

function below(above: PathMeaning, name: string): PathMeaning {
  if (/^\d+$/.test(name)) return above
  const short = name.slice(0, maxName)
  const plain = short
    .replace(/^x-/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  return {
    name,
    isPersonal: above.isPersonal || personal.has(plain) || (plain === 'name' && above.isBelowPerson),
    isBelowPerson: above.isBelowPerson || people.test(short.replaceAll(/([a-z])([A-Z])/g, '$1-$2')),
  }
}

/**
 * Reads paths one after the other. What a path has in common with the one before it is not read again, so that a document
 * takes time in proportion to its size. Remembers only the last path.
 */
export function readPaths(): (path: readonly string[]) => PathMeaning {
  const known: { name: string; meaning: PathMeaning }[] = []
  return (path) => {
    let same = 0
    while (same < path.length && known[same]?.name === path[same]) same += 1
    known.length = same
    for (const name of path.slice(same)) known.push({ name, meaning: below(known.at(-1)?.meaning ?? noMeaning, name) })
    return known.at(-1)?.meaning ?? noMeaning
  }
}

/** Whether the name of a field says that its value is about a person. @param path the names above it. Pure. */
export function namesPerson(name: string, path: readonly string[]): boolean {
  return readPaths()([...path, name]).isPersonal
}

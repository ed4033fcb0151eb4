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

/** Whether the name of a field says that its value is about a person. @param path the names above it. Pure. */
export function namesPerson(name: string, path: readonly string[]): boolean {
  const plain = name
    .replace(/^x-/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  if (personal.has(plain)) return true
  return plain === 'name' && path.some((above) => people.test(above.replaceAll(/([a-z])([A-Z])/g, '$1-$2')))
}

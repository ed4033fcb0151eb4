import type { Random } from '../state/random.ts'
import { textOf, type ObjectKind } from './objectKind.ts'
import { places, type Place } from './places.ts'

function makeDate(random: Random, firstYear: number, lastYear: number): string {
  const month = String(random.between(1, 12)).padStart(2, '0')
  const day = String(random.between(1, 28)).padStart(2, '0')
  return `${random.between(firstYear, lastYear)}-${month}-${day}`
}

function makeAddress(random: Random, place: Place): Record<string, string> {
  const [city, postalCode] = random.pick(place.cities)
  return { street: `${random.pick(place.streets)} ${random.between(1, 180)}`, postalCode, city, country: place.country }
}

export const identity: ObjectKind = {
  type: 'identity',
  resourceType: 'Identity',
  collection: '/api/trust/v1/identities',
  moves: { pending: { usual: 'active' } },
  tellsChanges: true,
  make: ({ random }) => {
    const place = random.pick(places)
    const [givenName, familyName] = random.pick(place.people)
    return {
      status: 'pending',
      kind: 'person',
      givenName,
      familyName,
      displayName: place.country === 'JP' ? `${familyName} ${givenName}` : `${givenName} ${familyName}`,
      dateOfBirth: makeDate(random, 1951, 2004),
      nationality: place.country,
      taxResidence: place.country,
      email: `client.${random.digits(5)}@example.com`,
      phone: `${place.phonePrefix} ${random.digits(4)}`,
      address: makeAddress(random, place),
      politicallyExposed: random.oneIn(20),
    }
  },
  touch: (fields, { random }) => {
    const place = places.find(({ country }) => country === fields['nationality']) ?? random.pick(places)
    return { address: makeAddress(random, place), phone: `${place.phonePrefix} ${random.digits(4)}` }
  },
  label: (fields) => `${textOf(fields, 'displayName')}, ${textOf(fields, 'nationality')}`,
}

export const kyc: ObjectKind = {
  type: 'kyc',
  resourceType: 'Kyc',
  collection: '/api/trust/v1/kycs',
  moves: { submitted: { usual: 'in_review' }, in_review: { usual: 'approved', rare: 'rejected' } },
  tellsChanges: true,
  make: ({ random, newest }) => {
    const place = random.pick(places)
    const [given, family] = random.pick(place.people)
    return {
      status: 'submitted',
      identityId: newest('identity'),
      subjectName: `${given} ${family}`,
      level: random.pick(['basic', 'enhanced']),
      checks: ['sanctions', 'identity_document', 'address'].map((name) => ({ name, result: 'pending' })),
      riskScore: random.between(3, 78),
      reviewer: null,
      reviewNote: null,
      expiresOn: null,
    }
  },
  moved: (state, _fields, { random }) => {
    if (state === 'in_review') {
      const [given, family] = random.pick(random.pick(places).people)
      return { reviewer: `${given} ${family}` }
    }
    const result = state === 'approved' ? 'passed' : 'failed'
    return {
      checks: ['sanctions', 'identity_document', 'address'].map((name) => ({ name, result })),
      expiresOn: state === 'approved' ? makeDate(random, 2027, 2029) : null,
    }
  },
  touch: (_fields, { random }) => ({
    riskScore: random.between(3, 78),
    reviewNote: random.pick(['Periodic review', 'Adresse überprüft', "Source of funds: client's savings", '確認済み']),
  }),
  label: (fields) => `${textOf(fields, 'subjectName')}, ${textOf(fields, 'level')}`,
}

export const document: ObjectKind = {
  type: 'document',
  resourceType: 'Document',
  collection: '/api/trust/v1/documents',
  moves: { uploaded: { usual: 'scanning' }, scanning: { usual: 'accepted', rare: 'rejected' } },
  tellsChanges: true,
  make: ({ random, newest }) => {
    const place = random.pick(places)
    const kind = random.pick(['passport', 'proof_of_address', 'articles_of_association'])
    return {
      status: 'uploaded',
      kind,
      title: `${kind.replaceAll('_', ' ')}, ${random.pick(place.companies)}`,
      identityId: newest('identity'),
      issuingCountry: place.country,
      fileName: `${kind}-${random.digits(4)}.pdf`,
      mediaType: 'application/pdf',
      sizeBytes: random.between(48_000, 4_200_000),
      sha256: random.hex(64),
      pages: random.between(1, 12),
      rejectionReason: null,
    }
  },
  moved: (state, _fields, { random }) =>
    state === 'rejected' ? { rejectionReason: random.pick(['unreadable', 'expired', 'wrong_document']) } : {},
  touch: (_fields, { random }) => ({ sha256: random.hex(64), pages: random.between(1, 12) }),
  label: (fields) => textOf(fields, 'title'),
}

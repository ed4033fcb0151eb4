/** Invented people, companies and places of several countries, with the bank account numbers that belong there. */
export interface Place {
  country: string
  currency: string
  phonePrefix: string
  /** Given and family name. */
  people: readonly (readonly [string, string])[]
  companies: readonly string[]
  streets: readonly string[]
  /** City and postal code. */
  cities: readonly (readonly [string, string])[]
  banks: readonly (readonly [name: string, bic: string])[]
  /** The part of an IBAN after country and check digits: a letter and a length, `n` digits, `a` capitals. Null: no IBANs. */
  iban: string | null
}

export const places: readonly Place[] = [
  {
    country: 'DE',
    currency: 'EUR',
    phonePrefix: '+49 30 5550',
    people: [
      ['Jürgen', 'Großmann'],
      ['Anneliese', 'Köhler'],
    ],
    companies: ['Nordlicht Logistik GmbH', 'Müller & Söhne Werkzeugbau KG'],
    streets: ['Lindenstraße', 'Am Fährhafen'],
    cities: [
      ['Berlin', '10969'],
      ['Lübeck', '23552'],
    ],
    banks: [['Hanseatische Musterbank', 'HAMUDEFFXXX']],
    iban: 'n18',
  },
  {
    country: 'NL',
    currency: 'EUR',
    phonePrefix: '+31 20 555',
    people: [
      ['Sanne', 'van der Berg'],
      ['Daan', 'Hoekstra'],
    ],
    companies: ['Waterkant Handel B.V.', 'Tulpenveld Export B.V.'],
    streets: ['Herenpad', 'Molenweg'],
    cities: [
      ['Amsterdam', '1017 AB'],
      ['Groningen', '9711 LM'],
    ],
    banks: [['Polder Voorbeeldbank', 'POLDNL2AXXX']],
    iban: 'a4n10',
  },
  {
    country: 'IE',
    currency: 'EUR',
    phonePrefix: '+353 1 555',
    people: [
      ['Aoife', "O'Sullivan"],
      ['Cillian', 'Ó Briain'],
    ],
    companies: ["O'Malley + Daughters Ltd", 'Liffey Analytics DAC'],
    streets: ["St. Brendan's Row", 'Harbour View'],
    cities: [
      ['Dublin', 'D02 XY45'],
      ['Galway', 'H91 AB12'],
    ],
    banks: [['Emerald Sample Bank', 'EMSAIE2DXXX']],
    iban: 'a4n14',
  },
  {
    country: 'GR',
    currency: 'EUR',
    phonePrefix: '+30 21 0555',
    people: [
      ['Ελένη', 'Παπαδοπούλου'],
      ['Γιώργος', 'Νικολαΐδης'],
    ],
    companies: ['Αιγαίο Ναυτιλιακή Α.Ε.', 'Ελαιώνες Κρήτης Ο.Ε.'],
    streets: ['Οδός Ερμού', 'Λεωφόρος Νίκης'],
    cities: [
      ['Αθήνα', '105 63'],
      ['Θεσσαλονίκη', '546 24'],
    ],
    banks: [['Τράπεζα Παράδειγμα', 'TPARGRAAXXX']],
    iban: 'n23',
  },
  {
    country: 'UA',
    currency: 'UAH',
    phonePrefix: '+380 44 555',
    people: [
      ['Оксана', 'Шевчук'],
      ['Тарас', 'Ковальчук'],
    ],
    companies: ['ТОВ «Зоряний Шлях»', 'ПП «Карпатський Ліс»'],
    streets: ['вулиця Садова', 'проспект Миру'],
    cities: [
      ['Київ', '01001'],
      ['Львів', '79000'],
    ],
    banks: [['Зразковий Банк', 'ZRBKUAUKXXX']],
    iban: 'n25',
  },
  {
    country: 'AE',
    currency: 'AED',
    phonePrefix: '+971 4 555',
    people: [
      ['ليلى', 'المنصوري'],
      ['خالد', 'الشامسي'],
    ],
    companies: ['شركة النخيل للتجارة', 'Falcon Dunes Trading FZE'],
    streets: ['شارع الواحة', 'Harbour Road'],
    cities: [
      ['دبي', '00000'],
      ['أبوظبي', '00000'],
    ],
    banks: [['Oasis Sample Bank', 'OASAAEADXXX']],
    iban: 'n19',
  },
  {
    country: 'BR',
    currency: 'BRL',
    phonePrefix: '+55 11 5550',
    people: [
      ['João', 'Conceição'],
      ['Luíza', 'Guimarães'],
    ],
    companies: ['Café Serra Azul Ltda', 'Estaleiro São Bento S.A.'],
    streets: ['Rua das Palmeiras', 'Avenida do Porto'],
    cities: [
      ['São Paulo', '01310-100'],
      ['Florianópolis', '88010-400'],
    ],
    banks: [['Banco Modelo do Sul', 'BMDSBRSPXXX']],
    iban: 'n23a1n1',
  },
  {
    country: 'JP',
    currency: 'JPY',
    phonePrefix: '+81 3 5550',
    people: [
      ['美咲', '山田'],
      ['健太', '𠮷田'],
    ],
    companies: ['株式会社 青空物流', '港町商事株式会社'],
    streets: ['桜通り', '中央一丁目'],
    cities: [
      ['東京', '100-0005'],
      ['大阪', '530-0001'],
    ],
    banks: [['見本銀行', 'MIHOJPJTXXX']],
    iban: null,
  },
  {
    country: 'US',
    currency: 'USD',
    phonePrefix: '+1 212 555',
    people: [
      ['Marisol', 'Delgado-Reyes'],
      ['Dwight', 'Ferguson'],
    ],
    companies: ['Blue Ridge Supply Co.', 'Smith & Barrow <Holdings> Inc.'],
    streets: ['Maple Avenue', 'Harbor Street'],
    cities: [
      ['New York', '10013'],
      ['Boise', '83702'],
    ],
    banks: [['First Example Bank, N.A.', 'FEXAUS33XXX']],
    iban: null,
  },
]

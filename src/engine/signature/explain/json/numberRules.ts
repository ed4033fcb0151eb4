import { trimEnd } from '../../../../shared/basics/trimEnd.ts'

/** How a language writes a number that it parsed. */
export type NumberRule = (token: string) => string

/** Writers' rules, by name. `kept` writes the token as it came. */
export const numberRules = {
  kept: (token) => token,
  js: (token) => javascript(token),
  /** Go's float64 keeps the sign of zero. */
  go: (token) => (Object.is(Number(token), -0) ? '-0' : javascript(token)),
  python: (token) =>
    isInteger(token) ? integer(token) : floating(token, { exponentFrom: 16, zero: '.0', mark: 'e', digits: 2 }),
  /** Integers beyond 64 bits become floats; a float without a fraction is written as an integer. */
  php: (token) =>
    isInteger(token) && fits64(token)
      ? integer(token)
      : floating(token, { exponentFrom: 17, zero: '', mark: 'e', digits: 1, plus: true, mantissaZero: true }),
  phpZeroFraction: (token) =>
    isInteger(token) && fits64(token)
      ? integer(token)
      : floating(token, { exponentFrom: 17, zero: '.0', mark: 'e', digits: 1, plus: true, mantissaZero: true }),
  ruby: (token) =>
    isInteger(token)
      ? integer(token)
      : floating(token, { exponentFrom: 15, zero: '.0', mark: 'e', digits: 2, plus: true, mantissaZero: true }),
  java: (token) => (isInteger(token) ? integer(token) : javaDouble(token)),
  /** Gson's maps and other parsers that know only doubles. */
  javaDouble: (token) => javaDouble(token),
  serde: (token) =>
    isInteger(token) && fits64(token, true)
      ? integer(token, '-0.0')
      : floating(token, { exponentFrom: 16, from: -5, zero: '.0', mark: 'e', digits: 1, plus: false }),
  newtonsoft: (token) => (isInteger(token) ? integer(token) : floating(token, dotnetFloat)),
  /** .NET Framework and mono write 17 digits where 15 are not enough, and no minus before zero. */
  newtonsoftFramework: (token) => {
    if (isInteger(token)) return integer(token)
    const value = Number(token)
    const short = value.toPrecision(15)
    const enough = Number(short) === value
    return value === 0 ? '0.0' : floating(token, dotnetFloat, enough ? undefined : value.toExponential(16))
  },
  /** Numbers with a point read as decimal: no exponent, and a point always. */
  newtonsoftDecimal: (token) => {
    if (isInteger(token)) return integer(token)
    const written = numeric(token)
    return written.includes('.') ? written : `${written}.0`
  },
  /** Java's BigDecimal without zeros at its end. */
  bigDecimal: (token) => (isInteger(token) ? integer(token) : bigDecimal(token)),
  /** jq up to 1.6 knows only doubles, and decides by the number of digits. */
  jq: (token) => {
    const { digits } = shortest(Number(token))
    return floating(token, { exponentFrom: digits.length + 15, zero: '', mark: 'e', digits: 2 })
  },
  /** Amounts of money: 12.5 was 12.50 before a parser dropped the zero. */
  twoDecimals: (token) => (/^-?\d+\.\d$/.test(token) ? `${token}0` : token),
  /** Postgres's numeric: no exponent, trailing zeros kept. */
  numeric: (token) => numeric(token),
} as const satisfies Record<string, NumberRule>

export type NumberRuleName = keyof typeof numberRules

function javascript(token: string): string {
  const value = Number(token)
  return Number.isFinite(value) ? String(value) : 'null'
}

function isInteger(token: string): boolean {
  return /^-?\d+$/.test(token)
}

function integer(token: string, minusZero = '0'): string {
  return token === '-0' ? minusZero : token
}

function fits64(token: string, unsigned = false): boolean {
  if (token.length < 19) return true
  if (token.length > 20) return false
  const value = BigInt(token)
  return value >= -(2n ** 63n) && value < 2n ** (unsigned ? 64n : 63n)
}

interface FloatStyle {
  /** Written with an exponent from this power of ten on. */
  exponentFrom: number
  /** The smallest power of ten that is written without an exponent; -4 where not given. */
  from?: number
  /** Follows a number without a fraction. */
  zero: string
  mark: 'e' | 'E'
  /** Least digits of an exponent. */
  digits: number
  /** Whether a positive exponent has its sign; true where not given. */
  plus?: boolean
  /** Whether `1e+20` is written as `1.0e+20`. */
  mantissaZero?: boolean
}

const dotnetFloat: FloatStyle = { exponentFrom: 15, zero: '.0', mark: 'E', digits: 2 }

/** @param written the number with an exponent, where its shortest digits are not the ones wanted */
function floating(token: string, style: FloatStyle, written?: string): string {
  const value = Number(token)
  if (!Number.isFinite(value)) return 'null'
  const { sign, digits, exponent } = shortest(value, written)
  if (value === 0) return `${sign}0${style.zero}`
  if (exponent >= (style.from ?? -4) && exponent < style.exponentFrom) return sign + fixed(digits, exponent, style.zero)
  const fraction = digits.slice(1) === '' ? (style.mantissaZero === true ? '.0' : '') : `.${digits.slice(1)}`
  const power = String(Math.abs(exponent)).padStart(style.digits, '0')
  return `${sign}${digits[0]}${fraction}${style.mark}${exponent < 0 ? '-' : style.plus === false ? '' : '+'}${power}`
}

function javaDouble(token: string): string {
  const value = Number(token)
  const { sign, digits, exponent } = shortest(value)
  if (value === 0) return `${sign}0.0`
  if (exponent >= -3 && exponent < 7) return sign + fixed(digits, exponent, '.0')
  return `${sign}${digits[0]}.${digits.slice(1) || '0'}E${exponent}`
}

/** The fewest digits that name this number, and the power of ten of the first. */
function shortest(
  value: number,
  written = Math.abs(value).toExponential(),
): { sign: string; digits: string; exponent: number } {
  const [mantissa = '0', power = '0'] = written.replace('-', (minus, at) => (at === 0 ? '' : minus)).split('e')
  return {
    sign: value < 0 || Object.is(value, -0) ? '-' : '',
    digits: mantissa.replace('.', ''),
    exponent: Number(power),
  }
}

function fixed(digits: string, exponent: number, zero: string): string {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`
  if (digits.length <= exponent + 1) return digits + '0'.repeat(exponent + 1 - digits.length) + zero
  return `${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`
}

function numeric(token: string): string {
  const [, sign = '', whole = '0', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? []
  const shift = Number(power)
  if (Math.abs(shift) > 400) return token
  const digits = whole + fraction
  const point = whole.length + shift
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const cut = point <= 0 ? 1 : point
  const left = padded.slice(0, cut).replace(/^0+(?=\d)/, '')
  const right = padded.slice(cut)
  return (/^0*$/.test(left + right) ? '' : sign) + left + (right === '' ? '' : `.${right}`)
}

function bigDecimal(token: string): string {
  const [, sign = '', whole = '0', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? []
  const all = (whole + fraction).replace(/^0+/, '')
  const digits = trimEnd(all, '0')
  if (digits === '') return '0'
  const exponent = all.length - fraction.length - 1 + Number(power)
  if (digits.length - 1 >= exponent && exponent >= -6) return sign + fixed(digits, exponent, '')
  const rest = digits.slice(1)
  return `${sign}${digits[0]}${rest === '' ? '' : `.${rest}`}E${exponent < 0 ? '' : '+'}${exponent}`
}

import type { CountryCode } from 'libphonenumber-js/min'

/* National layouts of telephone numbers. Without "+" a number may be many things, so it must look like a
 * telephone: groups of a country, a leading zero, or a word next to it. */

type Layout = {
  readonly countries: readonly CountryCode[]
  readonly sizes: readonly string[]
  /** The leading digits of this layout. */
  readonly lead: RegExp
}

export const LAYOUTS: readonly Layout[] = [
  { countries: ['US'], sizes: ['3 3 4', '1 3 3 4', '3 7', '3 3 2 2'], lead: /^1?[2-9]\d\d[2-9]/ },
  {
    countries: ['RU'],
    sizes: ['1 3 3 2 2', '1 3 3 4', '1 3 7', '1 4 6', '1 3 2 2 3'],
    lead: /^[78][3489]/,
  },
  { countries: ['RU'], sizes: ['3 3 2 2', '3 7'], lead: /^9/ },
  // Sums are written as three times three digits, too: only mobile prefixes.
  { countries: ['ES'], sizes: ['3 3 3', '3 6'], lead: /^[67]/ },
  { countries: ['ES'], sizes: ['3 2 2 2', '2 3 2 2'], lead: /^[6-9]/ },
  { countries: ['PL'], sizes: ['3 3 3'], lead: /^(?:45|5[0137]|6[069]|7[2389]|88)/ },
  { countries: ['PL'], sizes: ['2 3 2 2'], lead: /^[1-8]/ },
  { countries: ['PT', 'CZ'], sizes: ['3 3 3'], lead: /^(?:9[1236]|[67])/ },
  { countries: ['GR', 'PT'], sizes: ['3 3 4', '3 7', '2 3 4'], lead: /^(?:69|2)/ },
  { countries: ['IT'], sizes: ['3 7', '3 3 4', '3 6', '3 3 3', '3 2 2 3'], lead: /^3/ },
  { countries: ['BR'], sizes: ['2 5 4', '2 4 4', '2 9', '2 1 4 4'], lead: /^[1-9][1-9]/ },
  { countries: ['IN'], sizes: ['5 5', '4 3 3', '3 3 4', '3 7', '4 6'], lead: /^[6-9]/ },
  { countries: ['CN'], sizes: ['3 4 4', '3 8'], lead: /^1[3-9]/ },
  { countries: ['MX', 'FR'], sizes: ['2 4 4', '3 3 4', '1 2 2 2 2'], lead: /^[1-9]/ },
  { countries: ['CH', 'AE', 'SA'], sizes: ['2 3 2 2', '2 3 4'], lead: /^[57]/ },
]

/** Countries whose national numbers begin with 0, or are tried next to a word for telephones. */
export const WITH_ZERO: readonly CountryCode[] = [
  ...([
    'GB',
    'DE',
    'FR',
    'IT',
    'NL',
    'UA',
    'JP',
    'IL',
    'TR',
    'AU',
    'CH',
    'AT',
    'BE',
    'SE',
  ] as const),
  ...([
    'KR',
    'CN',
    'ZA',
    'EG',
    'NG',
    'RO',
    'IN',
    'BR',
    'FI',
    'AE',
    'ID',
    'TH',
    'VN',
    'PH',
  ] as const),
]
export const WITHOUT_ZERO: readonly CountryCode[] = [
  ...([
    'US',
    'RU',
    'ES',
    'PL',
    'IT',
    'IN',
    'BR',
    'CN',
    'MX',
    'PT',
    'GR',
    'CZ',
    'FR',
    'GB',
  ] as const),
  ...([
    'DE',
    'UA',
    'NL',
    'AU',
    'TR',
    'JP',
    'KR',
    'CH',
    'IL',
    'EG',
    'NG',
    'NO',
    'DK',
    'SG',
  ] as const),
]

/** Written without separators, only mobile numbers are recognised by their digits alone. */
export const TELLING =
  /^(?:07[1-57-9]\d{8}|0[67]\d{8}|01[5-7]\d{8,9}|[78]9\d{9}|380[3-9]\d{8}|0(?:39|5|6[3678]|7[37]|9[1-9])\d{7,8})$/

/* The codes of the World Meteorological Organization (table 4677) that forecasts use. */

const CODES: ReadonlyMap<number, string> = new Map([
  [0, 'clear sky'],
  [1, 'mainly clear'],
  [2, 'partly cloudy'],
  [3, 'overcast'],
  [45, 'fog'],
  [48, 'freezing fog'],
  [51, 'light drizzle'],
  [53, 'drizzle'],
  [55, 'dense drizzle'],
  [56, 'light freezing drizzle'],
  [57, 'freezing drizzle'],
  [61, 'light rain'],
  [63, 'rain'],
  [65, 'heavy rain'],
  [66, 'light freezing rain'],
  [67, 'freezing rain'],
  [71, 'light snow'],
  [73, 'snow'],
  [75, 'heavy snow'],
  [77, 'snow grains'],
  [80, 'light showers'],
  [81, 'showers'],
  [82, 'violent showers'],
  [85, 'light snow showers'],
  [86, 'heavy snow showers'],
  [95, 'thunderstorm'],
  [96, 'thunderstorm with light hail'],
  [99, 'thunderstorm with heavy hail'],
])

/** A weather code in words. */
export function weatherOf(code: number): string {
  return CODES.get(code) ?? `weather code ${code}`
}

import { z } from 'zod'
import { AppError } from '../../domain/errors.ts'
import { fetchJson, serviceUntil, urlOf } from './fetch-json.ts'
import { clip, cut, defineTool, textArg } from './tool.ts'
import { weatherOf } from './weather-codes.ts'

const Name = z.string().transform((text) => cut(text, 100))
const Found = z.object({
  results: z
    .array(
      z.object({
        name: Name,
        country: Name.optional(),
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
      }),
    )
    .optional(),
})
const Forecast = z.object({
  current: z.object({
    temperature_2m: z.number(),
    weather_code: z.number(),
    wind_speed_10m: z.number(),
  }),
})

/** The current weather, from a server with Open-Meteo's API. */
export const weather = defineTool({
  name: 'weather',
  description: 'The weather at a place now: temperature, sky and wind.',
  schema: z.strictObject({ place: textArg(100).describe('A town, such as Lisbon') }),
  run: async ({ signal }, { place }, { tools }) => {
    const base = tools.weatherUrl ?? notConfigured()
    const service = serviceUntil('weather', signal)
    const search = urlOf(base, '/v1/search', { name: place, count: '1' })
    const { results = [] } = await fetchJson(search, Found, service)
    const found = results[0] ?? notFound(place)
    const forecast = urlOf(base, '/v1/forecast', {
      latitude: String(found.latitude),
      longitude: String(found.longitude),
      current: 'temperature_2m,weather_code,wind_speed_10m',
    })
    const { current } = await fetchJson(forecast, Forecast, service)
    return {
      place: found.name,
      ...(found.country === undefined ? {} : { country: found.country }),
      temperature_celsius: current.temperature_2m,
      weather: weatherOf(current.weather_code),
      wind_kilometres_per_hour: current.wind_speed_10m,
    }
  },
})

function notConfigured(): never {
  throw new AppError(
    'bad_config',
    'Weather is not configured: the operator can set EARSHOT_WEATHER_URL.',
  )
}

function notFound(place: string): never {
  throw new AppError('invalid_request', `The weather service knows no place "${clip(place)}".`)
}

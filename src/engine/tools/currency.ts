import { z } from 'zod'
import { AppError } from '../../domain/errors.ts'
import { tidy } from './calculator/calculate.ts'
import { fetchJson, serviceUntil, urlOf } from './fetch-json.ts'
import { defineTool } from './tool.ts'

const codeArg = () =>
  z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'must be a currency code of three letters, such as EUR')
    .toUpperCase()
const Rates = z.object({ rates: z.record(z.string(), z.number().positive()) })

/** Converts an amount to another currency, by a server with Frankfurter's API. */
export const currency = defineTool({
  name: 'currency',
  description: 'Converts an amount of money at the latest exchange rate.',
  schema: z.strictObject({
    amount: z.number().min(-1e15).max(1e15),
    from: codeArg().describe('The currency the amount is in, such as USD'),
    to: codeArg().describe('The currency wanted, such as EUR'),
  }),
  run: async ({ signal }, { amount, from, to }, { tools }) => {
    const base = tools.currencyUrl ?? notConfigured()
    const service = serviceUntil('exchange rate', signal)
    const url = urlOf(base, '/v1/latest', { base: from, symbols: to })
    // A rate to itself needs no request, and some servers refuse it.
    const rates = from === to ? { [to]: 1 } : (await fetchJson(url, Rates, service)).rates
    const rate = rates[to] ?? notFound(from, to)
    return { amount, from, to, rate, result: tidy(amount * rate) }
  },
})

function notConfigured(): never {
  throw new AppError(
    'bad_config',
    'Currency is not configured: the operator can set EARSHOT_CURRENCY_URL.',
  )
}

function notFound(from: string, to: string): never {
  throw new AppError('invalid_request', `The exchange rate service knows no rate ${from} to ${to}.`)
}

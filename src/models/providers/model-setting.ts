import { AppError } from '../../domain/errors.ts'
import { isProviderName, type ProviderName } from './provider-access.ts'

/** The allowed values of a model setting, for the error that lists them. */
type Choices = { readonly available: string; readonly example: string }

/**
 * Reads `provider:name`. Split at the first colon only: names have colons of their own, as in
 * `compatible:llama3.2:3b`.
 */
export function readModelSetting(
  setting: string,
  { available, example }: Choices,
): { provider: ProviderName; name: string } {
  const [, provider = '', name = ''] = /^([a-z]+):(\S+)$/.exec(setting) ?? []
  if (isProviderName(provider)) return { provider, name }
  throw new AppError(
    'model_unknown',
    `"${setting.slice(0, 60)}" is not a model. Available: ${available}; for example ${example}.`,
  )
}

/** A bot's account: the channel, and the account's id there. */
export type BotRef = { readonly channel: string; readonly bot: string }

/* Messages to the bot that want no answer: thanks, agreement, an emoji alone. */

const WORDS = [
  // en
  `thanks?|thank you|thx|ty|cheers|ok(?:ay)?|k|great|perfect|nice|cool|good (?:bot|job)|well done|got it|noted`,
  // de, nl, sv
  `danke(?:schön)?|vielen dank|super|alles klar|passt|dank (?:je|u)(?: wel)?|bedankt|tack`,
  // fr, es, pt, it
  `merci(?: beaucoup)?|parfait|gracias|muchas gracias|vale|perfecto|obrigad[oa]|valeu|grazie(?: mille)?|perfetto`,
  // ru, uk, pl, tr
  `спасибо|благодарю|ок(?:ей)?|отлично|понял[аи]?|ясно|дякую|гаразд|чудово|зрозуміло|dzięki|dziękuję|teşekkürler|sağ ol|tamam`,
].join('|')
/** What may follow: "thanks a lot", "thank you so much, everyone". */
const MORE = `(?:so much|very much|a lot|again|everyone|all|bot|dir|euch|sehr|bien|большое|велике|щиро)`
const CJK = `谢谢(?:你|您)?|多谢|好的|ありがとう(?:ございます)?|了解(?:です)?|고마워(?:요)?|감사합니다|네`
const EMOJI = `\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\u200d\\ufe0f`

const NOTHING = new RegExp(
  `^(?:(?:${WORDS})(?:[\\s,]+${MORE})*|${CJK}|[${EMOJI}])[\\s!.,~…:)${EMOJI}]*$`,
  'iu',
)

/** True for a text that a person expects no answer to: "thanks!", "👍". Not for an empty one, which asks to look back. */
export function asksNothing(text: string): boolean {
  const said = text.trim()
  return said !== '' && said.length <= 60 && NOTHING.test(said)
}

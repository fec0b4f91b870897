import { wordsPattern } from './context.ts'
import { foldWord } from './fold.ts'

/* Words next to a long number that make it a telephone or something else. */

/** Parts of regular expressions, separated by spaces; "_" is a space inside one. */
const words = (text: string) =>
  wordsPattern(text.split(/\s+/).map((word) => word.replaceAll('_', ' ')))

/** Words for telephones and for using them. */
export const PHONE_WORDS = words(
  `phone tel\\b tel[.:] telef mobile?\\b mob[.:] cell call ring\\b dial sms text_(?:me|him|her|us|to|at) text:
  whatsapp viber signal telegram_number fax hotline my_number contact reach_(?:me|us|him|her)
  handy ruf anruf nummer\\b numero numer\\b appel portable llam movil celular cellulare chiam liga zadzwo bel\\b
  тел\\b тел[.:] телефон моб позвон звон номер набер смс дзвон ватсап вотсап вайбер
  电话 手机 電話 携帯 전화 फ़ोन फोन هاتف رقم تلفن טלפון`,
)

/** Words for other long numbers; the nearer word wins. */
export const OTHER_WORDS = words(
  `order ticket invoice issue tracking ref\\b reference sku isbn version build commit ids?\\b serial timestamp epoch
  uid pid port\\b size pr\\b part\\b model error code\\b bytes? ms\\b population count total sum\\b price cost budget
  заказ накладн счет счёт артикул трек цена стоит населен замовленн
  bestell rechnung commande pedido factura zamowien 订单`,
)

const COUNTED = ['руб', 'грн', 'чел', 'шт'].map(foldWord).join('|')
/** Counts and amounts are no telephones. */
export const AMOUNT_AFTER = new RegExp(
  `^ ?(?:[€$£¥₽₴%]|(?:usd|eur|gbp|rub|uah|euros?|dollars?|pln|zl|kr|bytes?|people|users|items|[kmg]b|ms|km|kg)\\b|${COUNTED})`,
  'iu',
)
export const AMOUNT_BEFORE = /[€$£¥₽₴#№] ?$/

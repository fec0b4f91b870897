/* Scripts in which words are written without spaces, as the inside of a character class of a pattern with the flag u.
 * What is stored is split by UNSPACED (words.ts): to add a script changes search terms, so files and messages would have
 * to be indexed again. */

/** Chinese and Japanese. */
export const HAN_AND_KANA = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`

/** Scripts whose words are cut into pairs of letters. */
export const UNSPACED = String.raw`${HAN_AND_KANA}\p{Script=Thai}`

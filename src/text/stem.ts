import { stemCyrillic } from './stem-cyrillic.ts'
import { stemEnglish } from './stem-english.ts'

/* The stem of a word, so that "painted" finds "painting" and "собаки" finds "собака". A stem is a key,
 * not a word: "pony" gives "poni".
 *
 * The rules are chosen by script, not by language: a chat mixes languages, and one word is too little
 * to tell them apart. Words in plain Latin letters get the English rules. Other Latin languages lose
 * their plural s and little else to them, and questions and messages lose it in the same way. */

/** The stem of one folded word (see wordsOf); digits and other scripts stay as they are. */
export function stem(word: string): string {
  if (/^[a-z]+$/.test(word)) return stemEnglish(word)
  if (/^\p{Script=Cyrillic}+$/u.test(word)) return stemCyrillic(word)
  return word
}

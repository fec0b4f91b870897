/* Endings of Russian and Ukrainian words, removed in two steps while three letters are left.
 *
 * First case, number, gender or person (собаками → собак, делала → делал, смотрит → смотр), then what
 * a verb carries before it (делал → дел, делат → дел). The second step also shortens some nouns
 * (билет → бил), but all their forms in the same way, which is what counts. Vowels that come and go
 * (день, дня) are left alone. */

const MIN_LETTERS = 3

const REFLEXIVE = /(ся|сь)$/
const INFLECTIONS = longestFirst(`а я о е и ы у ю ь й і ї є
  ой ей ий ый ая яя ое ее ие ье ые ую юю ою ею ия ья ию ью ии ій
  ом ем ам ям ах ях ов ев ых их ым им ів їв ою єю
  ого его ому ему ыми ими ами ями иям иях ием ого ому ових ими
  ет ит ут ют ат ят ешь ишь ете ите єш єте ють ять уть`)
const VERB_ENDINGS = longestFirst('а е и у я ал ел ил ул ял ат ет ит ут ят ав ов ев ив яв ом ем ам')

/** The stem of one folded Cyrillic word. */
export function stemCyrillic(word: string): string {
  const plain = word.replaceAll('ё', 'е')
  const active = plain.length > MIN_LETTERS + 2 ? plain.replace(REFLEXIVE, '') : plain
  return drop(drop(active, INFLECTIONS), VERB_ENDINGS)
}

function drop(word: string, endings: readonly string[]): string {
  const ending = endings.find(
    (end) => word.endsWith(end) && word.length - end.length >= MIN_LETTERS,
  )
  return ending === undefined ? word : word.slice(0, -ending.length)
}

function longestFirst(list: string): readonly string[] {
  return [...new Set(list.split(/\s+/))].toSorted((a, b) => b.length - a.length)
}

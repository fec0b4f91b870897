/* Letters of other alphabets that look like Latin ones. Small and capital go together, or a word would
 * change with its case: so "н" is "h" because "Н" looks like "H". That harms no Russian word, since the
 * words our rules search for are folded as well. */

const SMALL: readonly (readonly [string, string])[] = [
  ['авсԁеһіјкмноԛрѕтԝхуѵ', 'abcdehijkmhoqpstwxyv'],
  ['αβεζηικμνορτυχ', 'abezhikmnoptyx'],
  ['օսհցո', 'ouhgn'],
  ['ɡɩıӏѡ', 'giilw'],
]

/** A look-alike → the Latin letter it is read as. */
export const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  SMALL.flatMap(([twins, letters]) =>
    [...twins].flatMap((twin, i): [string, string][] => {
      const letter = letters[i] ?? twin
      const capital = twin.toUpperCase()
      // Some have no capital of their own, or share it with Latin.
      const isOwn = capital !== twin && !/[A-Z]/.test(capital)
      return isOwn
        ? [
            [twin, letter],
            [capital, letter.toUpperCase()],
          ]
        : [[twin, letter]]
    }),
  ),
)

import type { LinkWindow, PersonHere } from './link-window.ts'
import type { PairMeasures } from './pair-measures.ts'
import type { Pair } from './pairs.ts'
import { BIT } from './shape.ts'
import { freshness, log } from './target-features.ts'

/* Numbers about the people of a pair: whom either message names, and who talked with whom so far. */

export const NAME_MEASURES: PairMeasures = {
  names: [
    ...['namesAuthor', 'addressesAuthor', 'namesAuthorsLast', 'namesOther', 'isNamedBy'],
    ...['isAddressedBy', 'otherIsNamedBy', 'namesSame', 'isLatestCall', 'isOpenCall'],
    ...['nameEachOther', 'namesNobody', 'ownLastUnnamed', 'ownNamesSame'],
  ],
  measure: ({ candidate, isSameAuthor, authorSince, ownSince, isLatestCall }, { target }) => {
    const isLast = authorSince === 0
    const namesAuthor = target.mentions.includes(candidate.author)
    const isNamedBy = candidate.mentions.includes(target.author)
    const namesSame = target.mentions.some((who) => candidate.mentions.includes(who))
    return [
      Number(namesAuthor),
      Number(target.addressee === candidate.author),
      Number(namesAuthor && isLast),
      Number(target.mentions.length > 0 && !namesAuthor),
      Number(isNamedBy),
      Number(candidate.addressee === target.author),
      Number(candidate.mentions.length > 0 && !isNamedBy),
      Number(namesSame),
      Number(isLatestCall),
      Number(isNamedBy && ownSince === 0),
      Number(namesAuthor && isNamedBy),
      Number(candidate.mentions.length === 0),
      Number(isSameAuthor && isLast && target.mentions.length === 0),
      Number(isSameAuthor && namesSame),
    ]
  },
}

/** How fast it is forgotten that one person addressed another, in messages. */
const ADDRESS_LIFE = 30
const PARTNER_LIFE = 40

export const HISTORY_MEASURES: PairMeasures = {
  names: [
    ...['addressed', 'wasAddressed', 'addressedFresh', 'wasAddressedFresh', 'addressedSince'],
    ...['wasAddressedSince', 'addressedBefore', 'isPartner', 'isPartnersLast', 'isPartnerOf'],
    ...['hasOtherPartner', 'authorHasOtherPartner', 'namesPartner', 'commonPartner', 'answers'],
    ...['answeredIt', 'openQuestion', 'authorsFirst', 'authorSpoke', 'byBot'],
  ],
  measure: (pair, scene, { me, partnerFresh }) => {
    const { candidate, at } = pair
    const { author, answers, reading } = candidate
    const { target, earlier } = scene
    const her = scene.people[author] as PersonHere
    const now = earlier.length
    const herPartnerFresh = freshness(now - her.partnerAt, her.partnerAt, PARTNER_LIFE)
    const isPartner = me.partner === author
    const isQuestion = (reading.shape & BIT.question) > 0
    return [
      log(her.fromTarget),
      log(her.toTarget),
      freshness(now - her.fromTargetAt, her.fromTargetAt, ADDRESS_LIFE),
      freshness(now - her.toTargetAt, her.toTargetAt, ADDRESS_LIFE),
      Number(her.fromTargetAt > at),
      Number(her.toTargetAt > at),
      Number(her.fromTargetAt >= 0 && her.fromTargetAt <= at),
      isPartner ? partnerFresh : 0,
      isPartner && pair.authorSince === 0 ? partnerFresh : 0,
      her.partner === target.author ? herPartnerFresh : 0,
      hasOther(me, pair, author) ? partnerFresh : 0,
      hasOther(her, pair, target.author) ? herPartnerFresh : 0,
      Number(candidate.mentions.includes(me.partner)),
      Number(me.partner >= 0 && her.partner === me.partner),
      log(answers),
      Number(candidate.isAnsweredByTarget),
      Number(isQuestion && answers === 0 && !pair.isSameAuthor),
      Number(candidate.isFirstOfAuthor),
      log(her.count),
      Number(candidate.isBot),
    ]
  },
}

function hasOther({ partner }: PersonHere, { isSameAuthor }: Pair, than: number): boolean {
  return partner >= 0 && partner !== than && !isSameAuthor
}

/** True where the target says who: by a name, or "I", or "me too". */
export function givesPerson({ target }: LinkWindow): boolean {
  return target.mentions.length > 0 || (target.reading.shape & (BIT.joins | BIT.ofMe)) > 0
}

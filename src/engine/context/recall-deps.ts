import type { MessageWindow } from '../../db/messages/message-window.ts'
import { applyCorrections } from '../link/apply-corrections.ts'
import { DOUBTFUL } from '../link/closure.ts'
import { AROUND_THRESHOLD, SPAN, weighAround, weighTrail } from '../link/look-back.ts'
import { nearbyOf } from '../link/nearby.ts'
import { LINK_MODEL } from '../link/shipped-model.ts'
import type { LookBack, Steps } from '../recall/source.ts'
import { feedbackTermsOf, rankDocuments } from '../score/rank-documents.ts'
import { rankMessages } from '../score/rank-messages.ts'

/* A step never imports a step: the flows hand recall what it needs of the others. */

/** What a tag is asked with is looked at elsewhere. */
const UNSAID = { quote: null, replyTo: null, authorUsername: null }

/** The look back of the link room, as recall and the tools use it. */
export const LOOK_BACK: LookBack = {
  span: SPAN,
  ofTag: (tag, trail) =>
    weighTrail({ ...tag, ...UNSAID, isBot: false }, corrected(trail), LINK_MODEL),
  ofMessage: (message, trail) => weighAround(message.id, corrected(trail)),
  ofAnchor: (message, trail) => weighAround(message.id, corrected(trail), AROUND_THRESHOLD),
  nearbyOf,
  isDoubtful: (weight) => weight >= DOUBTFUL.from && weight <= DOUBTFUL.to,
  linksOf: applyCorrections,
}

/** The trail with the links as people corrected them. */
function corrected({ messages, ...trail }: MessageWindow) {
  return { messages, links: applyCorrections({ messages, ...trail }) }
}

/** All of them. */
export const STEPS: Steps = {
  look: LOOK_BACK,
  rankMessages,
  rankDocuments: { feedbackTermsOf, rank: rankDocuments },
}

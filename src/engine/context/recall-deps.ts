import type { MessageWindow } from '../../db/messages/message-window.ts'
import { applyCorrections } from '../link/apply-corrections.ts'
import { DOUBTFUL } from '../link/closure.ts'
import { AROUND_THRESHOLD, SPAN, weighAround, weighTrail } from '../link/look-back.ts'
import { nearbyOf } from '../link/nearby.ts'
import { LINK_MODEL } from '../link/shipped-model.ts'
import type { LookBack, Steps } from '../recall/source.ts'
import { isAbout } from '../score/file-merit.ts'
import { feedbackTermsOf, rankDocuments } from '../score/rank-documents.ts'
import { rankMessages } from '../score/rank-messages.ts'

/* Folders of the engine do not import each other; recall gets what it needs of the others from here. */

/** The quote and reply of a mention are handled by recall itself. */
const NO_REPLY = { quote: null, replyTo: null, authorUsername: null }

/** The look back of engine/link, as recall and the tools use it. */
export const LOOK_BACK: LookBack = {
  span: SPAN,
  ofTag: (tag, trail) =>
    weighTrail({ ...tag, ...NO_REPLY, isBot: false }, corrected(trail), LINK_MODEL),
  ofMessage: (message, trail) => weighAround(message.id, corrected(trail)),
  ofAnchor: (message, trail) => weighAround(message.id, corrected(trail), AROUND_THRESHOLD),
  nearbyOf,
  isDoubtful: (weight) => weight >= DOUBTFUL.from && weight <= DOUBTFUL.to,
  linksOf: applyCorrections,
}

/** The trail with corrected links. */
function corrected({ messages, ...trail }: MessageWindow) {
  return { messages, links: applyCorrections({ messages, ...trail }) }
}

/** All that recall needs of other folders. */
export const STEPS: Steps = {
  look: LOOK_BACK,
  rankMessages,
  rankDocuments: { feedbackTermsOf, rank: rankDocuments, isAbout },
}

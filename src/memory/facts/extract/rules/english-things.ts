import type { FactRule } from '../rule.ts'

/** Absences, plans, decisions, dates, prices and places. */
export const ENGLISH_THINGS: readonly FactRule[] = [
  {
    attribute: 'availability',
    i: "(?:am|will be) (?<value>(?:free|available|around|off|away|out|on holiday|on leave|on vacation|out of office|out of town|not around|not available|busy|working|home|abroad|on call|in the office)(?: (?:on|from|until|till|til|in|at|between|all|the|every|this|next|most|after|before|for|only))? (?:{day}).{0,40})|(?<value>(?:can't|cannot|can not|cant|can) (?:make|do|come|attend|join)(?: (?:it|anything|on|the|practice|training|this|next|a))* (?:{day}).{0,30})|(?<value>(?:don't|do not|never|only|always) work(?: on)? (?:{day}).{0,20})|(?<value>have (?:{day})s? off)",
    we: "(?:are|will be) (?<value>(?:free|available|away|off|out|on holiday|out of town|abroad|busy|home)(?: (?:on|from|until|till|in|all|the|every|this|next|after|for))? (?:{day}).{0,40})|(?<value>(?:can't|cannot|cant) (?:make|do|come)(?: (?:it|on|this|next))* (?:{day}).{0,30})",
    other:
      "(?:is|will be|are) (?<value>(?:free|available|off|away|out|on holiday|on leave|out of office|out of town|not around|busy|abroad)(?: (?:on|from|until|till|in|all|the|every|this|next|after|for))? (?:{day}).{0,40})|(?<value>(?:can't|cannot|cant) (?:make|do|come)(?: (?:it|on|this|next))* (?:{day}).{0,30})|(?<value>doesn't work(?: on)? (?:{day}))",
    names: 'known',
  },
  {
    attribute: 'plan',
    i: 'am (?<value>(?:flying|going|driving|travelling|traveling|heading|off|coming|taking the train) (?:back |over |out )?(?:to|home|back|for) .{0,40}(?:on|in|next|tomorrow|this|at) .{0,30}|getting married .{2,40}|starting (?:at |my |a )?.{2,40}(?:on|in|next) .{2,20}|having (?:surgery|an operation|a baby|my \\p{L}+ (?:out|removed)) .{0,40})|(?<value>(?:start|starting) (?:my new job|work|school|uni|university|at .{2,30}) (?:on|in|next) .{2,25})|(?:have )?booked (?<value>(?!it|that|this|them|in|one|ok).{3,60})|(?<value>fly (?:to|out|back|home) .{2,50})',
    we: 'are (?<value>(?:flying|going|driving|travelling|traveling|heading|getting married|having a baby)(?: (?:back |over |out )?(?:to|home|in|on|for) .{2,50})|(?:flying|going|driving) .{0,40}(?:on|in|next) .{2,30})|(?:have )?booked (?<value>(?!it|that|this|them|in|one|ok).{3,60})|(?<value>(?:leave|fly|set off|meet) (?:on|at|to) .{2,40})',
    other:
      'is (?<value>(?:flying|going|travelling|traveling|coming|heading) (?:back |over )?(?:to|home|for) .{0,40}(?:on|in|next|tomorrow|this) .{0,30}|getting married .{2,40}|having (?:surgery|an operation|a baby) .{0,40}|starting (?:school|uni|university|nursery|a new job).{0,40})',
    names: 'known',
    ofGroup: true,
    say: 'plans: {v}',
    reject:
      /going to (?:be|have|do|make|get|need|say|see|try|buy|take|ask|go|put|cry|die|kill|start|bring|call|send|leave|eat|sleep|use|miss|look|give|check|let|the (?:shop|shops|loo|toilet|bin)|bed|sleep|stay|keep|come|win|lose|read|write|wait|set|run|add)/u,
  },
  // The group.
  {
    attribute: 'decision',
    we: '(?:have |all |finally |just )?(?:decided|agreed|voted|chose|settled|opted|picked|resolved)(?: (?:on|to|that|for|in favou?r of|unanimously to|with))? {v}|(?:are|have) (?:going|gone|sticking) (?:with|for) {v}|went (?:with|for) {v}',
    ofGroup: true,
    reject:
      /^(?:already|we |who|what|when|how|which|where|nothing|anything|not sure|the one|yet|something|a name|this|already)/u,
  },
  {
    attribute: 'decision',
    free: "(?:it's |it is |that's )?(?:decided|settled|agreed|final decision|decision|the decision)(?: is)?: ?{v}|(?:the )?(?:final )?decision is (?:to |that )?{v}|(?:so )?it is decided(?: that)? {v}",
    ofGroup: true,
  },
  // Things.
  {
    attribute: 'deadline',
    free: '(?:{my}|the |our )?(?<thing>(?:[\\p{L}-]+ ){0,3}(?:deadline|cutoff|cut-off|closing date|due date))(?: for (?<for>.{2,35}?))? (?:(?:(?:is|was|got|has been|is being) )?(?:now )?(?:moved|changed|shifted|pushed|postponed|extended|brought)(?: back| forward)? to|{be}) (?:by |on |now |only )?{v}',
    when: true,
    say: 'is {v}',
  },
  {
    attribute: 'deadline',
    free: '(?:we|they) (?:have |just |had to )?(?:move|moved|changed|shifted|pushed|postponed|extended)(?: back)? (?:the |our )?(?<thing>(?:[\\p{L}-]+ ){0,3}(?:deadline|cutoff|cut-off|closing date|due date)) (?:back |forward )?to {v}',
    when: true,
    say: 'is {v}',
  },
  {
    attribute: 'deadline',
    free: '(?:{my}|the |our )?(?<thing>(?:[\\p{L}-]+ ){0,3}?[\\p{L}-]+) (?:is|are|is now|are now) due (?:by |on |in |at |back )?{v}|(?<thing>(?:[\\p{L}-]+ ){0,2}?[\\p{L}-]+) (?:must|have to|has to|need to|needs to) be (?:in|submitted|paid|handed in|sent|back|returned|filed|booked) by {v}',
    when: true,
  },
  {
    attribute: 'price',
    free: '(?:{my}|the |our )?{thing} (?:costs?|is costing|{be}|went up to|is going up to|goes up to|goes up by|went down to|dropped to|rose to|will cost|comes? to|came to|now costs?|works out at|was) (?:us )?(?:now )?(?:just )?{money}',
    reject: /\b(?:short|down|each way tip)\b/u,
  },
  {
    attribute: 'price',
    free: '(?:the )?(?:price|cost|fee) (?:of|for) (?:the )?{thing} (?:{be}|went up to|went down to|rose to|dropped to) {money}',
  },
  {
    attribute: 'time',
    free: "(?:{my}|the |our )?{thing} (?:{be}|starts?|begins?|kicks? off|opens?|closes|leaves?|departs?|arrives?|lands?|happens|takes place|takes off|ends) (?:at |@ ?|around )(?<value>\\d{1,2}(?:[:.]\\d{2})? ?(?:am|pm|o'clock|in the (?:morning|evening))?(?: (?:on|sharp|tomorrow|today|this|every) ?.{0,25})?)",
  },
  {
    attribute: 'time',
    free: '(?:{my}|the |our )?{thing} (?:{be}|starts?|begins?|happens|takes place|leaves?|arrives?|lands?|got rescheduled to|is rescheduled to|was rescheduled to|has been rescheduled to|got postponed to|is postponed (?:to|until)|was postponed (?:to|until)|has been postponed (?:to|until)|got pushed to|was pushed to) (?:on |for |set for |scheduled for |planned for |confirmed for |now |back on |always |every )?{v}',
    when: true,
  },
  {
    attribute: 'place',
    free: "(?:{my}|the |our )?{thing} (?:{be}|takes place|happens|are kept|is kept|lives|live) (?<value>(?:at|in|under|behind|on top of|next to|inside|above|below|opposite|near|by|on) (?:the |my |our |[\\p{L}]+'s |a |room |gate |platform ).{2,50})",
    reject:
      /^(?:in (?:the (?:works|post|mail|way|area|mood|past|end|wash|zone|process|making|morning|evening|afternoon|same|middle|bin)|a (?:mess|bad|good|rush|hurry|state|meeting|queue|week|month|minute|while|few|coma|mood))|on the (?:way|list|case|phone|fence|mend|table|agenda|house|move|rise|radar|verge|whole|road|board|bus|train|line|cards|other|floor crying)|at (?:the (?:moment|same|end|door|latest|ready|earliest|top)|a )|by the (?:way|time|book)|on a |under (?:the weather|control|a )|on my |in my (?:way|opinion|head)|near the end|behind the times|in our)/u,
  },
  {
    attribute: 'other',
    free: '(?:{my}|the |our )(?<thing>(?:[\\p{L}-]+ )?(?:wi-?fi|door|gate|alarm|entry|locker|garage|bike lock|netflix|building)? ?(?:password|passcode|pin|door code|gate code|access code|alarm code|entry code|wifi code|booking reference|booking code|reference number|meeting id|iban))(?: for .{2,25})? (?:{be}) (?<value>\\S{3,40}(?: \\S{1,12}){0,3})',
    reject:
      /^(?:wrong|expired|not|the same|on the|in the|too|case|written|broken|still|private|missing|gone|being|super|really)/u,
  },
  {
    attribute: 'other',
    free: 'my (?<rel>(?:shoe|shirt|t-?shirt|dress|ring|trouser|hat|jacket|jersey|helmet|glove)? ?size|blood type|blood group|star sign|height|weight|licence plate|license plate|number plate|seat|room number|locker number|shirt number|jersey number|postcode|zip code|username|nickname|timezone|time zone|pronouns|pronoun) (?:is|are) (?:a |an )?{v}',
    say: 'has the {k} {v}',
  },
]

import type { FactRule } from '../rule.ts'

const PLACE_NOT =
  /^(?:the (?!netherlands|hague|bronx|uk|us|usa|states|city|country|countryside|suburbs|philippines|north|south|east|west|algarve|lake|coast|midlands|highlands)|a (?!small|village|flat|studio|house|town)|fear|hope|denial|pain|peace|sin|chaos|hell|here|there|it|this|that|my |your |our |one|sync|on$|his|her|their|leggings|pajamas|slippers|hoodies|another|bed|work|next|v\d|hours|page|slide|plan|step|phase|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|\d)/u
const LIKE_NOT =
  /^(?:you|it|this|that|these|those|them|him|her|us|how|when|what|where|the |your|his|their|my |our |to(?: |$)|being|both|all|one|option|number|a (?:bit|lot)|u$|ya|ur|both|\d|each|every|everyone|everything|and|for|y'all|both|so |u |seeing|watching this|hearing|for |our|as|in |when|who)/u

const NAME_NOT =
  /^(?:a|an|the|in|at|on|not|so|too|very|from|with|here|there|coming|going|sick|ill|back|home|away|asking|being|getting|having|still|also|now|always|right|wrong|fine|ok|okay|great|awesome|lovely|mad|angry|happy|sad|dead|pregnant|allergic|vegan|vegetarian|married|engaged|moving|working|living|visiting|driving|flying|calling|picking|free|busy|late|early|turning|due|out|off|up|down|over|done|like|just|really|my|your|our|his|her|their|no|this|that|what|who|it|he|she|retired|diabetic|single|divorced|asleep|awake|hungry|tired|bringing|making|cooking|better|worse|good|bad|old|new|tall|obsessed|convinced|sure|certain|bored|excited|nervous|to|about|taking|doing|currently|officially|finally|already|actually|probably|\p{L}+ing|\p{L}+ed)(?: |$)/u

/** What people say of themselves and others. */
export const ENGLISH_PEOPLE: readonly FactRule[] = [
  {
    attribute: 'relation',
    free: "{my}(?<rel>(?:\\p{L}+ )?(?:{family}))(?:'s name is(?: called| named)?| is (?:called|named)) (?<value>\\p{L}[\\p{L}'-]{1,20}(?: \\p{L}[\\p{L}'-]{1,20})?)",
    say: 'has a {k} called {v}',
    reject: NAME_NOT,
  },
  {
    attribute: 'relation',
    free: "{my}(?<rel>(?:\\p{L}+ )?(?:{family})) is (?<value>\\p{L}[\\p{L}'-]{1,20}(?: \\p{L}[\\p{L}'-]{1,20})?)|(?<value>\\p{L}[\\p{L}'-]{1,20}) is {my}(?<rel>(?:\\p{L}+ )?(?:{family}))",
    proper: true,
    say: 'has a {k} called {v}',
    reject: NAME_NOT,
  },
  {
    attribute: 'relation',
    i: '(?:am|got) (?<value>(?:happily |newly )?(?:married|engaged|divorced|single|separated|widowed))(?: to .{2,30}| with .{2,30})?',
    we: '(?:are|got) (?<value>(?:married|engaged|divorced|separated))',
    other:
      '(?:is|got) (?<value>(?:married|engaged|divorced|separated|widowed|single))(?: to .{2,30})?',
    key: 'status',
    names: 'known',
    say: 'is {v}',
  },
  {
    attribute: 'name',
    free: 'my (?:full |real |first |last |sur|middle )?name is {v}|i am called {v}|(?:please )?call me {v}',
    reject:
      /^(?:on |in |at |not|later|when|if|back|tomorrow|asap|today|a |the |crazy|old|\d|after|before|an )|\d/u,
  },
  {
    attribute: 'birthday',
    free: 'my birthday is (?:on |the )?{v}|i was born on {v}|i turn \\d{1,2} (?:on )?{v}',
    when: true,
  },
  { attribute: 'birthday', free: "{who}'s birthday is (?:on |the )?{v}", when: true },
  {
    attribute: 'birthday',
    free: "{my}(?<thing>(?:\\p{L}+ )?(?:{family}|dog|cat))'s birthday is (?:on |the )?{v}",
    when: true,
  },
  {
    attribute: 'age',
    i: 'am (?<value>\\d{1,2})(?: years old| yrs old)?|turned (?<value>\\d{1,2})|am turning (?<value>\\d{1,2})',
    other:
      '(?:is|turned|is turning) (?<value>\\d{1,2})(?: years old| yrs old)?|is (?<value>\\d{1,2} (?:months|weeks) old)',
    names: 'known',
    say: 'is {v}',
  },
  {
    attribute: 'contact',
    key: 'number',
    free: 'my (?:new |mobile |phone |cell |work |whatsapp )*(?:number|phone|mobile|cell|no) is (?:now )?(?<value>\\+?[\\d][\\d ()/-]{5,18}\\d)',
  },
  {
    attribute: 'contact',
    key: 'email',
    free: 'my (?:new |work |private )*(?:e-?mail|mail)(?: address)? is (?:now )?(?<value>\\S{1,40}@\\S{3,40})',
  },
  {
    attribute: 'contact',
    key: 'handle',
    free: 'my (?:new )?(?:insta|instagram|telegram|discord|twitter|steam|venmo|paypal|github|skype)(?: handle| name| tag| id| account)? is (?:now )?(?<value>@?[\\w.#-]{3,30})',
    reject:
      /^(?:not|down|dead|broken|private|locked|hacked|acting|empty|still|full|the|off|on|also|gone|slow|weird)$/u,
  },
  {
    attribute: 'home',
    free: '{my}(?:new |home )?(?:address|place|flat|house) is (?:now )?(?:at )?(?<value>\\d.{3,60}|.{3,40} \\d{1,4}\\p{L}?)',
  },
  {
    attribute: 'plan',
    i: 'am (?:finally )?moving (?<value>(?:back )?(?:in with|to|out|into) .{2,60})',
    we: 'are moving (?<value>(?:back )?(?:to|out|into) .{2,60})',
    other: '(?:is|are) moving (?<value>(?:back )?(?:in with|to) .{2,60})',
    say: 'is moving {v}',
    reject:
      /^(?:back )?(?:to|into) (?:the (?:next|other|back|front)|tears|it|this|that|these|v\d|a different|another (?:room|table|channel|slot)|plan|(?:the )?next|section|step|\w+day)/u,
  },
  {
    attribute: 'home',
    i: '(?:live|am living|moved|have moved|relocated|have relocated|am based|am now based|settled|got a place|have a (?:flat|house|place)|rent a (?:flat|room|house)) (?:back )?(?:in|to|into|at|on|near|outside|just outside) {v}',
    we: '(?:live|are living|moved|have moved|relocated|are based|bought a (?:flat|house)) (?:back )?(?:in|to|into|at|near|outside) {v}',
    other:
      '(?:lives?|is living|are living|moved|has moved|relocated|has relocated|is based|are based|is now based) (?:back )?(?:in|to|near|outside|at) {v}',
    reject: PLACE_NOT,
  },
  {
    attribute: 'home',
    ends: true,
    i: '(?:moved|have moved) (?:out of|away from) {v}',
    we: '(?:moved|have moved) (?:out of|away from) {v}',
    other: '(?:moved|has moved) (?:out of|away from) {v}',
    reject: PLACE_NOT,
  },
  {
    attribute: 'origin',
    i: '(?:am|come) (?:originally )?from {v}|was born in {v}|grew up in {v}|am originally from {v}',
    we: 'are (?:originally )?from {v}',
    other: '(?:is|comes?|are) (?:originally )?from {v}|was born in {v}|grew up in {v}',
    names: 'known',
    reject:
      /^(?:the (?!netherlands|uk|us|philippines|north|south)|\d|a |home|work|there|here|before|now|last|yesterday|tomorrow|mon|tue|wed|thu|fri|sat|sun|my|your|our|his|her|sainsbury|lidl|aldi|tesco|bed|amazon|ikea)/u,
  },
  {
    attribute: 'job',
    i: 'work as (?:an? |the )?{v}|am working as (?:an? |the )?{v}|got (?:a|the|my) (?:new )?job as (?:an? )?{v}|started (?:work )?as (?:an? |the )?{v}|am (?:now )?(?:an?|the new|training as an?|training to be an?) (?<value>(?:\\p{L}+ ){0,2}(?:{profession})(?: (?:at|for|in) .{2,40})?)',
    other:
      'works? as (?:an? |the )?{v}|is working as (?:an? )?{v}|got a job as (?:an? )?{v}|is (?:now )?(?:an?|the new) (?<value>(?:\\p{L}+ ){0,2}(?:{profession})(?: (?:at|for|in) .{2,40})?)',
    reject:
      /^(?:well|usual|normal|expected|planned|designed|if|intended|before|always|far|fast|long|soon|good|terrible|bad|great|slow|crap|awful|nervous|big|huge|bit|shit|hopeless|useless|worst)/u,
  },
  {
    attribute: 'employer',
    i: 'work (?:at|for) {v}|am working (?:at|for) {v}|(?:started|start|started working|got (?:a|the|my) (?:new )?job|have (?:a|got a) (?:new )?job|am employed|took a job|accepted (?:an offer|a job)) (?:at|with) {v}',
    other:
      'works? (?:at|for) {v}|is working (?:at|for) {v}|(?:started|started working|got (?:a|the) (?:new )?job|took a job) (?:at|with) {v}',
    reject:
      /^(?:\d|home$|from home|me|us|him|them|you|the (?:moment|weekend|same|time|other|end|beginning|start|top|bottom|call|meeting|waitlist|zoom|list|group|chat|queue)|night|nights|free|weekends|least|all|it|that|this|my own|noon|half|christmas|a (?:call|meeting|lower|higher)|last|first|half|.{0,12}(?:o'clock|am|pm)$|call|meeting|waitlist|zoom|teams|late)/u,
  },
  {
    attribute: 'employer',
    ends: true,
    i: '(?:quit|left) my job (?:at|with) {v}',
    other: '(?:quit|left) (?:her|his|their) job at {v}',
    reject:
      /^(?:the|a|my|it|at|for|in|on|work|home|early|already|you|him|her|them|some|that|this|mine|two|one|because|smoking|coffee|sugar|twitter|facebook|\d|u|our|without|first|before|after|around|about|just|now)/u,
  },
  {
    attribute: 'study',
    i: "(?:study|am studying) {v}|am doing (?:a|my) (?<value>(?:phd|master's|masters|mba|degree|bachelor's) (?:in|at) .{2,50})|started (?:studying|a degree in) {v}",
    other:
      "(?:studies|is studying) {v}|is doing (?:a|her|his|their) (?<value>(?:phd|master's|masters|mba|degree) (?:in|at) .{2,50})",
    reject:
      /^(?:for|tonight|tomorrow|today|all|at (?:the library|home)|it|this|that|now|every|with|the |my )/u,
  },
  {
    attribute: 'allergy',
    i: 'am (?:\\p{L}+ly |very |also |super |so )?allergic to {v}|have (?:an? |got an? )?(?:\\p{L}+ )?allergy to {v}|have an? (?:severe |bad |serious |mild )?(?<value>\\p{L}+(?: \\p{L}+)?) allergy|am (?<value>lactose|gluten)[- ]intolerant|am intolerant to {v}',
    we: 'are (?:both |all )?allergic to {v}',
    other:
      '(?:is|are) (?:\\p{L}+ly |very |also |super )?allergic to {v}|has an? (?:severe |bad |serious |mild )?(?<value>\\p{L}+(?: \\p{L}+)?) allergy|has an? allergy to {v}|is (?<value>lactose|gluten)[- ]intolerant',
    reject:
      /^(?:mondays?|mornings?|work|people|bullshit|bs|drama|fun|spreadsheets?|running|exercise|meetings?|you|stupid|losing|winning|effort|commitment|deadlines|any|nothing|being|washing|responsibility|housework|new|her own|paying|maths?|bad|skin|food|small talk)/u,
  },
  {
    attribute: 'diet',
    i: 'am (?<value>{dietword})|(?:went|have gone|turned|became|am going|go) (?<value>{dietword})',
    we: 'are (?:both |all )?(?<value>{dietword})|(?:went|have gone) (?<value>{dietword})',
    other: '(?:is|are) (?<value>{dietword})|(?:went|has gone|turned|became) (?<value>{dietword})',
    names: 'known',
    reject: /^(?:sober)$/u,
  },
  {
    attribute: 'diet',
    i: "(?:do not|don't|dont|can't|cannot|never|no longer) (?:eat|drink) (?:any )?{v}|(?:have )?(?:stopped|quit|gave up|given up) (?:eating |drinking )(?:any )?{v}|(?:have )?(?:quit|gave up|given up) (?<value>meat|sugar|alcohol|gluten|dairy|caffeine|coffee|smoking)",
    other:
      "(?:does not|doesn't|doesnt|can't|cannot|never) (?:eat|drink) (?:any )?{v}|(?:don't|do not) (?:eat|drink) {v}|(?:has )?(?:stopped|gave up|given up) (?:eating |drinking )(?:any )?{v}",
    names: 'known',
    say: 'does not have {v}',
    reject:
      /^(?:that|this|it|the |there|here|at |in |on |before|after|until|till|much|enough|lunch|dinner|breakfast|when|all|out|with|together|anything|too|more|alone|another|them|my|your|his|her|his|\d|today|tonight|tomorrow|properly|well|like|from|for)/u,
  },
  {
    attribute: 'pet',
    i: '(?:have|have got|got|adopted|am getting|own) (?:an?|two|three|\\d|my|our) (?<value>(?:\\p{L}+ ){0,2}(?:{animal})s?(?: (?:called|named) \\p{L}+)?)',
    we: '(?:have|have got|got|adopted|own) (?:an?|two|three|\\d) (?<value>(?:\\p{L}+ ){0,2}(?:{animal})s?(?: (?:called|named) \\p{L}+)?)',
    other:
      '(?:has|got|adopted) (?:an?|two|three|\\d) (?<value>(?:\\p{L}+ ){0,2}(?:{animal})s?(?: (?:called|named) \\p{L}+)?)',
  },
  {
    attribute: 'pet',
    free: "{my}(?<rel>(?:\\p{L}+ )?(?:{animal}))(?:'s name)? is (?:called |named )(?<value>\\p{L}[\\p{L}'-]{1,20})|{my}(?<rel>{animal})'s name is (?<value>\\p{L}[\\p{L}'-]{1,20})",
    say: 'has a {k} called {v}',
  },
  {
    attribute: 'possession',
    i: '(?:have|have got|bought|own|got|got myself) (?:an?|my|two|\\d|a new|a spare|the) (?<value>(?:\\p{L}+ ){0,2}(?:{gear})s?)(?: (?:you|u|we|for|in|at|that|to|with|here|from) .{1,50})?',
    we: '(?:have|have got|bought|own|got) (?:an?|two|\\d|a new) (?<value>(?:\\p{L}+ ){0,2}(?:{gear})s?)(?: (?:you|u|we|for|in|at|that|to|with|here) .{1,50})?',
    other:
      '(?:has|has got|bought|owns?) (?:an?|two|\\d|a new) (?<value>(?:\\p{L}+ ){0,2}(?:{gear})s?)',
    names: 'known',
  },
  {
    attribute: 'possession',
    ends: true,
    i: '(?:sold|got rid of|gave away) (?:my|the|our) (?<value>(?:\\p{L}+ ){0,2}(?:{gear}))(?: (?:to|for|on) .{1,40})?',
    we: '(?:sold|got rid of) (?:my|the|our) (?<value>(?:\\p{L}+ ){0,2}(?:{gear}))(?: (?:to|for|on) .{1,40})?',
  },
  {
    attribute: 'language',
    i: '(?:can )?speak (?:a little |a bit of |some |fluent |good |basic |only |both )?(?<value>(?:{tongue})(?:[ ,]+(?:and |& )?(?:a bit of |some |a little )?(?:{tongue})){0,4})|am (?:learning|fluent in) (?<value>(?:{tongue})(?: and (?:{tongue})){0,3})',
    other:
      'speaks? (?:a little |a bit of |some |fluent |good |basic |only )?(?<value>(?:{tongue})(?: and (?:{tongue})){0,3})|is (?:learning|fluent in) (?<value>{tongue})',
  },
  {
    attribute: 'skill',
    i: "play (?:the )?(?<value>{instrument})(?: (?:in|for|on|with|every) .{2,40})?|(?:know how to|can) (?<value>(?:sew|knit|weld|code|juggle|swim|ski|drive a (?:van|truck|manual)|play (?:the )?(?:{instrument})|fix (?:bikes|cars|computers)|cut hair|bake bread))|am good (?:at|with) {v}|have (?:a|my) (?<value>(?:driving|driver's|boat|pilot's|van|hgv) licen[cs]e)|passed my (?<value>driving test)",
    other:
      'plays (?:the )?(?<value>{instrument})|(?:knows how to|can) (?<value>(?:sew|knit|weld|code|juggle|swim|ski|play (?:the )?(?:{instrument})|fix (?:bikes|cars|computers)))|is good (?:at|with) {v}|passed (?:her|his) (?<value>driving test)',
    say: 'skill: {v}',
    reject:
      /^(?:the moment|that|this|it|for|to|till|until|both|any|either|here|all|whenever|most|home|my end)/u,
  },
  {
    attribute: 'health',
    i: 'am (?<value>pregnant|diabetic|asthmatic|colou?r ?blind|epileptic|dyslexic|deaf in .{2,20}|\\d+ weeks pregnant|expecting)|(?:have|have got|was diagnosed with|got diagnosed with|suffer from|came down with|tested positive for|have tested positive for) (?<value>{illness})|(?:broke|sprained|tore|twisted|fractured|dislocated) (?<value>my \\p{L}+)(?: .{2,30})?',
    we: 'are (?<value>expecting|pregnant|having a baby)',
    other:
      'is (?<value>pregnant|diabetic|asthmatic|colou?r ?blind|dyslexic|expecting|\\d+ weeks pregnant)|(?:has|has got|was diagnosed with|tested positive for|came down with) (?<value>{illness})|(?:broke|sprained|tore|twisted|fractured) (?<value>(?:her|his|their) \\p{L}+)(?: .{2,30})?',
    say: 'health: {v}',
  },
  {
    attribute: 'preference',
    free: 'my favou?rite (?<rel>\\p{L}+(?: \\p{L}+)?) (?:is|are) {v}',
    say: 'has the favourite {k} {v}',
    reject: /^(?:the one|when|how|that|this|you|still|not|also|missing|gone|on|in|out)/u,
  },
  {
    attribute: 'preference',
    i: '(?:love|adore|prefer|enjoy|am (?:a big fan|a huge fan|obsessed|really) (?:of|into|with)|am (?:really )?into|like) {v}',
    other: '(?:loves|adores|prefers|enjoys|is (?:really )?into|likes) {v}',
    names: 'known',
    say: 'likes {v}',
    reject: LIKE_NOT,
  },
  {
    attribute: 'dislike',
    i: "(?:hate|can't stand|cannot stand|dislike|despise|(?:do not|don't|dont|never) (?:really )?(?:like|liked|enjoy)|detest|am scared of|am afraid of|am terrified of) {v}",
    other:
      "(?:hates|can't stand|dislikes|(?:does not|doesn't|doesnt) (?:like|enjoy)|is (?:scared|afraid|terrified) of) {v}",
    names: 'known',
    say: 'dislikes {v}',
    reject: LIKE_NOT,
  },
]

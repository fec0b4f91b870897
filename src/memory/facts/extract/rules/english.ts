import type { LanguageRules } from '../rule.ts'
import { ENGLISH_PEOPLE } from './english-people.ts'
import { ENGLISH_THINGS } from './english-things.ts'

/** Statements in English. */
export const ENGLISH_RULES: LanguageRules = {
  language: 'en',
  expand: [
    [/(?<![\p{L}])(i)['’]?m(?![\p{L}'])/giu, '$1 am'],
    [/(?<![\p{L}])(i|we|they|you)['’]?ve(?![\p{L}])/giu, '$1 have'],
    [/(?<![\p{L}])(we|they)['’]re(?![\p{L}])/giu, '$1 are'],
    [/(?<![\p{L}])(he|she|it)['’]s(?![\p{L}])/giu, '$1 is'],
    [
      /(\p{L})'s (?=(?:allergic|vegan|vegetarian|pregnant|moving|moved|living|working|based|diabetic|married|engaged|studying|training|away|off|free|from|a nurse|a teacher|on|at|in|due|got|now|not|coming|flying|going|just)(?!\p{L}))/giu,
      '$1 is ',
    ],
    [
      /(?<!\p{L})(birthday|bday|deadline|rent|meeting|party|dinner|lunch|number|name|email|address|flight|train|practice|training|rehearsal|match|game|appointment)['’]?s (?=at|on|due|in|now|\d|the|tomorrow|today|\p{L}+day)/giu,
      '$1 is ',
    ],
    [/(?<!\p{L})bday/giu, 'birthday'],
    [/(?<!\p{L})(is|are|has|have)n['’]?t(?!\p{L})/giu, '$1 not'],
  ],
  openers:
    "ok|now|okay|so|well|btw|by the way|fyi|hey|hi|hello|yes|yeah|yep|yup|no|nope|nah|oh|ah|also|and|but|plus|guys|all|everyone|everybody|folks|team|hey all|sorry|actually|anyway|update|reminder|heads up|psa|news|big news|good news|bad news|confirmed|just so you know|for the record|in case|thing is|the thing is|fun fact|honestly|tbh|because|cos|cuz|since|as|well|right|alright|quick update|just a reminder|again|today|please note(?: that)?|note(?: that)?|remember(?: that)?|don't forget(?: that)?|for those asking|for anyone wondering|ps|p\\.s\\.|edit|announcement|sad news|final|final answer|as you know|(?:you|u) know|turns out|ugh|omg|haha|lol|also btw|then|morning all|morning|evening all|quick one|so yeah|so anyway|aaand|from now on|as of (?:today|now)|this year|last week|last month|yesterday|next week|in the end|long story short|it is official|good evening",
  adverbs:
    'just|also|actually|now|recently|finally|still|currently|officially|already|really|always|both|only|only just|myself|personally|usually|mostly|normally|generally|definitely|absolutely|unfortunately|sadly|totally|do|all|have just|have finally|have now|have recently|have officially|have',
  i: 'i',
  we: 'we|we all',
  my: 'my|our',
  kin: 'mum|mom|mother|dad|father|sister|brother|son|daughter|wife|husband|partner|boyfriend|girlfriend|bf|gf|fiancée?|cousin|uncle|aunt|auntie|nan|nana|gran|grandma|grandpa|grandad|granddad|grandmother|grandfather|kid|kids|child|children|twins|flatmate|roommate|housemate|boss|manager|landlord|landlady|neighbour|neighbor|niece|nephew|mother-in-law|father-in-law|sister-in-law|brother-in-law|best friend|friend|parents|dog|cat|colleague|coworker|grandson|granddaughter|stepdad|stepmum|stepson',
  says: '(?:says|said|told (?:me|us)|mentioned|tells me|texted|wrote|confirmed|just said|just told me|reckons|emailed to say|rang to say|called to say)(?: that)?',
  heShe: 'he|she|they',
  joins: 'and|&|plus|but',
  subordinates:
    'because|cos|cuz|so|its|it is|they are|theyre|which|who|where|although|though|while|when|unless|until we|so that|in case|as long as|that is why|after we|before we|after i|before i|except|than|if',
  asks: "who|what|what's|whats|when|where|why|how|which|whose|is|are|am|was|were|do|does|did|can|could|would|will|shall|should|has|have|had|may|isn't|aren't|don't|doesn't|didn't|can't|won't|any|anyone|anybody|anything|ok|thoughts|ideas|any idea",
  hypothetical:
    "if|unless|might|maybe|perhaps|probably|possibly|would|wouldn't|i'd|we'd|id rather|could|should|shouldn't|wish|imagine|suppose|supposing|pretend|pretending|let's say|lets say|say we|what if|assuming|hopefully|i hope|dream|dreamt|dreamed|almost|nearly|thinking of|thinking about|i guess|i think|i thought|thought i|supposed to|supposedly|allegedly|rumou?r|either|whether|not sure|unsure|i bet|in theory|ideally|used to|tempted|could've|should've|would've|wanna|considering|swear|feels? like|felt like|as though|in another life|one day|someday|(?:he|she|they|you) (?:thinks?|thought)|no idea|dunno|don't know|depends|tentative|tentatively|pencilled|tbc|tbd|or something|like i",
  negation: "do not|don't|dont|does not|doesn't|doesnt|not|no longer|never|any ?more|any longer",
  empty:
    "it|this|that|these|those|there|here|them|him|her|us|me|you|he|she|they|we|i|what|who|where|when|why|how|which|nothing|something|anything|everything|someone|everyone|nobody|somebody|so|not|n't|same|one|ones|like|too|very|as|if|the same|all|each|half|way|such|much|yours|mine|ours|ok|okay|fine|done|gone|up to (?:you|us|him|her|me)|another|whatever|whoever|ready|only|both|no|none|being|going to|about to|gonna|sure|also|still|always|usually|first|it's|that's|next|y|last|next one|every|whole thing|your|his|their",
  tails:
    'now|nowadays|so|dad|mum|mom|mate|bro|dude|love|babe|lads|girls|ladies|these days|btw|by the way|too|as well|again|already|lol|haha+|lmao|tbh|guys|all|everyone|everybody|folks|team|xx?|thanks|thx|ty|please|pls|though|tho|fyi|actually|anyway|finally|officially|sorry|yay|woo+|at the moment|atm|right now|currently|for now|still|yet|today|yesterday|tonight|last (?:week|month|year|summer|winter|spring|autumn|night|weekend|\\p{L}+day)|next (?:week|month|year|summer)|this (?:week|month|year|morning|summer|weekend|time)|since \\p{L}+(?: \\d{4})?|since \\d{4}|for (?:a|\\d{1,2}|two|three|four|five|six|ten|many|years|ages|some|almost|over) ?(?:years?|months?|weeks?|days?|while|time|a year)?|(?:\\d{1,2}|a|an|two|three|four|five|six|a few|a couple of) (?:years?|months?|weeks?|days?) ago|in \\d{4}|in (?:january|february|march|april|may|june|july|august|september|october|november|december)(?: \\d{4})?|(?:starting|from|as of) (?:today|tomorrow|monday|next \\p{L}+|\\p{L}+ \\d{1,2}|\\d{1,2} \\p{L}+|january|february|march|april|may|june|july|august|september|october|november|december)|any ?more|any longer|a lot|so much|very much|more than anything|the most|as you know|myself|ok|okay|instead|after all|then|forever|of course|obviously|apparently|together',
  articles:
    "the|a|an|this|that|our|new|the new|their|some|next|the next|this year's|today's|tomorrow's",
  macros: {
    family:
      'mum|mom|mother|dad|father|sister|brother|son|daughter|wife|husband|partner|boyfriend|girlfriend|bf|gf|fiancée?|cousin|uncle|aunt|flatmate|roommate|housemate|boss|manager|landlord|landlady|niece|nephew|best friend|doctor|dentist|gp|therapist|teacher|coach|accountant|vet|grandma|grandpa|kid|supervisor|mentor',
    animal:
      'dog|cat|puppy|kitten|hamster|rabbit|parrot|budgie|horse|tortoise|guinea pig|ferret|goldfish|hens|chickens|snake|gecko|labrador|corgi|poodle|beagle|greyhound',
    gear: 'car|van|bike|motorbike|motorcycle|scooter|drill|projector|printer|ladder|tent|trailer|boat|caravan|camper(?:van)?|sewing machine|guitar|piano|spare (?:key|room|bed|mattress|helmet|charger)|3d printer|air ?fryer|lawn ?mower|pressure washer|kayak|paddleboard|garage|allotment|minivan|e-?bike|roof (?:box|rack)|bread maker|gazebo|generator|laptop|telescope|keyboard',
    profession:
      'nurse|doctor|teacher|lawyer|engineer|developer|programmer|designer|plumber|electrician|carpenter|chef|cook|baker|waiter|waitress|bartender|accountant|architect|journalist|writer|editor|translator|photographer|musician|pharmacist|dentist|vet|midwife|paramedic|firefighter|police officer|soldier|pilot|driver|mechanic|farmer|gardener|librarian|social worker|therapist|psychologist|physio(?:therapist)?|researcher|scientist|student|postdoc|professor|lecturer|secretary|receptionist|hairdresser|barista|manager|analyst|consultant|freelancer|estate agent|tax adviser|caretaker|treasurer|coach|trainer|carer|radiographer|surgeon|locksmith|tailor|welder|roofer|builder|joiner',
    tongue:
      'english|german|french|spanish|italian|portuguese|russian|ukrainian|polish|dutch|turkish|japanese|chinese|mandarin|cantonese|korean|hindi|arabic|greek|swedish|norwegian|danish|finnish|czech|hungarian|romanian|bulgarian|hebrew|persian|farsi|vietnamese|thai|indonesian|tagalog|welsh|irish|gaelic|catalan|basque|swahili|yoruba|igbo|urdu|punjabi|bengali|tamil|serbian|croatian|latin|esperanto|sign language|bsl',
    instrument:
      'guitar|piano|violin|drums|bass|cello|flute|trumpet|saxophone|sax|clarinet|ukulele|accordion|harp|viola|trombone|keyboard|keys|banjo|oboe|chess|tennis|squash|badminton|football|basketball|volleyball|hockey|golf|padel|rugby|cricket|handball|poker',
    dietword:
      '(?:a )?(?:strict )?(?:vegan|vegetarian|veggie|pescatarian|coeliac|celiac|gluten[- ]free|lactose[- ]intolerant|dairy[- ]free|kosher|halal|keto|teetotal|sober)',
    illness:
      "(?:type [12] )?diabetes|asthma|epilepsy|migraines?|adhd|arthritis|crohn's|covid|the flu|flu|a cold|hay fever|high blood pressure|low blood pressure|a broken \\p{L}+|a sprained \\p{L}+|a bad (?:back|knee|hip|shoulder)|tonsillitis|shingles|chickenpox|pneumonia|bronchitis|anxiety|depression|a heart condition|tinnitus|sciatica|endometriosis|insomnia|vertigo",
    day: '(?:{time}|(?:the |this |next |all |every |most )?(?:week(?:end)?s?|month|summer|mornings?|evenings?|afternoons?)|the \\d{1,2})(?![\\p{L}\\p{N}])',
    be: '(?:is|are|will be|is now|are now|is still|is going to be|has been moved to|got moved to|was moved to|moved to|has moved to|changed to|is moved to|is changed to|is back to)',
  },
  rules: [...ENGLISH_PEOPLE, ...ENGLISH_THINGS],
}

import type { LanguageRules } from '../rule.ts'

/* French and Italian: fewer rules, the commonest statements only. */

const LIKE_NOT =
  /^(?:ça|cela|ce|cette|ces|te|toi|vous|tu|ton|ta|bien (?:ça|ton)|quand|que|comme|l'idée|questo|quello|questa|quando|come|la tua|il tuo|tuo|isso|esse|essa|você|quando|como|seu|sua|tanto|muito isso|l'|le |la |o |a |il )(?: |$)/u

export const FRENCH_RULES: LanguageRules = {
  language: 'fr',
  expand: [[/(?<!\p{L})j(?:e )?(?=(?:habite|ai|étudie)(?!\p{L}))/giu, "j'"]],
  openers:
    "ok|bon|alors|euh|ah|oh|oui|non|et|mais|au fait|pour info|rappel|salut|coucou|bonjour|les gars|les amis|tout le monde|donc|sinon|d'ailleurs|attention|info|désolée?|enfin|du coup",
  adverbs: 'déjà|maintenant|aussi|toujours|enfin|actuellement|vraiment|encore',
  i: 'je|moi je',
  we: 'nous|on',
  my: 'mon|ma|mes|notre|nos',
  kin: 'mère|maman|père|papa|sœur|soeur|frère|fils|fille|femme|mari|copain|copine|cousin|cousine|oncle|tante|grand-mère|grand-père|mamie|papi|coloc|chef|patron|voisin|voisine|parents|chien|chat',
  says: "(?:dit|a dit|m'a dit|raconte)(?: que| qu')?",
  heShe: 'il|elle',
  joins: 'et|mais',
  subordinates:
    'parce que|car|donc|quand|où|si|alors que|pendant que|pour que|puisque|comme|qui|dont',
  asks: "qui|que|quoi|quand|où|pourquoi|comment|combien|quel|quelle|quels|est-ce|c'est|tu|vous|ça|il y a|quelqu'un|on|as-tu|avez-vous",
  hypothetical:
    "si|s'il|peut-être|je crois|je pense|j'imagine|imagine|imaginez|probablement|sans doute|j'aimerais|aimerais|voudrais|serait|serais|pourrait|pourrais|irais|habiterais|aurais|aurait|espère|presque|j'ai rêvé|soit|je sais pas|je ne sais pas|aucune idée|on dirait|devrait|normalement|avant j'habitais",
  negation: "ne|n'|pas|plus|jamais|n'habite plus",
  empty:
    'ça|cela|ce|ceci|moi|toi|lui|elle|eux|nous|vous|qui|que|quoi|où|quand|rien|tout|ici|là|là-bas|pas|plus|très|bien|prêt|trop|aussi|en|y|il|on|je|tu',
  tails:
    "maintenant|aussi|déjà|mdr|lol|merci|svp|depuis \\p{L}+(?: \\d{4})?|depuis \\d{4}|depuis (?:un|deux|trois|\\d{1,2}) (?:ans?|mois|semaines?)|la semaine dernière|le mois dernier|hier|aujourd'hui|en \\d{4}|il y a .{3,15}|les gars|enfin|pour l'instant|en ce moment|d'ailleurs|au fait|beaucoup",
  articles: "le|la|les|un|une|notre|nouveau|nouvelle|l'",
  macros: {
    be: '(?:est|sont|sera|passe|est maintenant|tombe|est reportée? au|est décalée? au|est avancée? au)',
    tongue:
      'français|anglais|allemand|espagnol|italien|portugais|russe|ukrainien|polonais|turc|japonais|chinois|arabe|néerlandais|breton',
  },
  rules: [
    { attribute: 'name', free: "je m'appelle {v}|mon nom est {v}", reject: /\d/u },
    {
      attribute: 'home',
      free: "(?:moi )?j'habite (?:à|au|en|aux|dans|chez) {v}|j'ai (?:déménagé|emménagé) (?:à|au|en|dans) {v}|je vis (?:à|au|en) {v}|je (?:me suis installée?) (?:à|au|en) {v}",
      reject: /^(?:l'espoir|peur|un monde|deux|\d)/u,
    },
    {
      attribute: 'home',
      other: 'habite (?:à|au|en|aux) {v}|vit (?:à|au|en) {v}|a déménagé (?:à|au|en) {v}',
      reject: /^(?:deux|\d)/u,
    },
    {
      attribute: 'allergy',
      i: "suis allergique (?:aux |au |à la |à l'|à ){v}",
      other: "est allergique (?:aux |au |à la |à l'|à ){v}",
      reject: /^(?:lundis?|travail|gens|sport|matin)/u,
    },
    {
      attribute: 'diet',
      names: 'known',
      i: 'suis (?<value>végétarien(?:ne)?|végane?|vegan|végé)',
      other: 'est (?<value>végétarien(?:ne)?|végane?|vegan)',
    },
    {
      attribute: 'diet',
      free: "je (?:ne )?mange (?:pas|plus|jamais) (?:de |d')(?<value>.{2,30})|je (?:ne )?bois (?:pas|plus|jamais) (?:de |d')(?<value>.{2,30})",
    },
    {
      attribute: 'employer',
      i: 'travaille (?:chez|pour) {v}',
      other: 'travaille (?:chez|pour) {v}',
      reject: /^(?:moi|toi|eux|lui|nous|vous|rien|\d)/u,
    },
    {
      attribute: 'job',
      i: 'travaille comme {v}',
      other: 'travaille comme {v}',
      reject: /^(?:un fou|une folle|ça|d'hab)/u,
    },
    {
      attribute: 'birthday',
      when: true,
      free: "mon anniversaire (?:est|tombe|c'est) {v}|mon anniv (?:est|tombe|c'est) {v}",
    },
    {
      attribute: 'pet',
      free: "j'ai (?:un|une|deux|trois) (?<value>chiens?|chats?|chatte|chienne|lapins?|hamster|tortue)(?: .{2,25})?",
    },
    {
      attribute: 'language',
      i: 'parle (?:\\p{L}+ )?(?<value>(?:{tongue})(?: et (?:{tongue})){0,3})',
      other: 'parle (?<value>(?:{tongue})(?: et (?:{tongue})){0,3})',
    },
    {
      attribute: 'relation',
      free: "{my}(?<rel>mère|père|sœur|soeur|frère|fils|fille|femme|mari|copain|copine|chien|chat|coloc) s'appelle {v}",
    },
    {
      attribute: 'dislike',
      free: "je déteste {v}|j'ai horreur (?:de |des |du ){v}",
      reject: LIKE_NOT,
    },
    {
      attribute: 'preference',
      free: "j'adore (?:le |la |les |l')(?<value>.{2,40})",
      reject: LIKE_NOT,
    },
    {
      attribute: 'decision',
      ofGroup: true,
      we: "(?:avons|a) (?:décidé|choisi|convenu)(?: de| d'| que)? ?{v}",
      reject: /^(?:rien|ça|quoi)/u,
    },
    {
      attribute: 'deadline',
      when: true,
      free: '(?:la |le )?(?<thing>date limite|deadline|échéance|délai)(?: (?:pour|de|du) .{2,30}?)? {be} {v}',
    },
    {
      attribute: 'price',
      free: "(?:{my}|le |la |les |l')?{thing} (?:coûte|coûtent|est à|sont à|passe à|revient à|{be}) {money}",
    },
    {
      attribute: 'time',
      when: true,
      free: "(?:{my}|le |la |l')?(?<thing>(?:réunion|répétition|répèt|entraînement|rendez-vous|rdv|match|fête|dîner|concert|vol|train|cours|examen|AG|anniversaire de \\p{L}+)(?: de \\p{L}+)?) (?:{be}|commence) (?:à )?{v}",
    },
  ],
}

export const ITALIAN_RULES: LanguageRules = {
  language: 'it',
  openers:
    'ok|allora|comunque|ah|oh|sì|si|e|ma|a proposito|promemoria|ciao|ragazzi|ragazze|tutti|quindi|info|attenzione|scusate|aggiornamento|vabbè|beh|intanto|buongiorno|buonasera',
  adverbs: 'già|adesso|ora|anche|ancora|sempre|finalmente|attualmente|davvero',
  i: 'io',
  we: 'noi',
  my: 'mio|mia|miei|mie|la mia|il mio|nostro|nostra|il nostro|la nostra',
  kin: 'madre|mamma|padre|papà|sorella|fratello|figlio|figlia|moglie|marito|ragazzo|ragazza|cugino|cugina|zio|zia|nonna|nonno|coinquilino|coinquilina|capo|vicino|vicina|cane|gatto|gatta',
  says: '(?:dice|ha detto|mi ha detto|diceva)(?: che)?',
  heShe: 'lui|lei',
  dropsPronouns: true,
  joins: 'e|ma',
  subordinates: 'perché|quindi|quando|dove|se|mentre|così|poiché|che',
  asks: "chi|che|cosa|quando|dove|perché|come|quanto|quanti|quale|c'è|hai|avete|puoi|potete|è|sei|siete|qualcuno",
  hypothetical:
    'se|forse|magari|penso|credo|immagina|immaginate|probabilmente|vorrei|vorremmo|potrei|potremmo|sarebbe|sarei|vivrei|andrei|avrei|spero|quasi|ho sognato|dovrebbe|non so|boh|chissà|mi sa|può darsi|in teoria|prima vivevo',
  negation: 'non|più|mai',
  empty:
    'questo|quello|questa|quella|ciò|lui|lei|loro|noi|voi|che|chi|cosa|dove|quando|niente|nulla|qualcosa|tutto|qui|qua|lì|là|non|così|molto|bene|pronto|anche|io|tu',
  tails:
    'ora|adesso|anche|già|ahah\\p{L}*|lol|grazie|da \\p{L}+(?: \\d{4})?|dal \\d{4}|nel \\d{4}|la settimana scorsa|il mese scorso|ieri|oggi|ragazzi|finalmente|per ora|al momento|comunque|tantissimo|molto|più',
  articles: "il|lo|la|i|gli|le|un|una|uno|l'|nuovo|nuova",
  macros: {
    be: '(?:è|sono|sarà|passa a|è stat[ao] spostat[ao] a|si sposta a|è spostat[ao] a)',
    tongue:
      'italiano|inglese|tedesco|francese|spagnolo|portoghese|russo|ucraino|polacco|turco|giapponese|cinese|arabo|olandese',
  },
  rules: [
    { attribute: 'name', free: '(?:io )?mi chiamo {v}|il mio nome è {v}', reject: /\d/u },
    {
      attribute: 'home',
      i: '(?:vivo|abito) (?:a|in|vicino a) {v}|mi sono trasferit[oa] (?:a|in) {v}',
      we: '(?:viviamo|abitiamo) (?:a|in) {v}|ci siamo trasferiti (?:a|in) {v}',
      other: '(?:vive|abita) (?:a|in) {v}|si è trasferit[oa] (?:a|in) {v}',
      reject: /^(?:pace|casa|due|\d|ansia|paura)/u,
    },
    {
      attribute: 'allergy',
      i: "sono allergic[oa] (?:alle |ai |agli |al |alla |all'|a ){v}",
      other: "è allergic[oa] (?:alle |ai |agli |al |alla |all'|a ){v}",
      reject: /^(?:lunedì|lavoro|gente|sport)/u,
    },
    {
      attribute: 'diet',
      names: 'known',
      i: 'sono (?<value>vegetarian[oa]|vegan[oa]|celiac[oa])',
      other: 'è (?<value>vegetarian[oa]|vegan[oa]|celiac[oa])',
    },
    {
      attribute: 'diet',
      free: '(?:io )?non (?:mangio|bevo) (?:più )?(?<value>(?:la |il |lo |i |le )?\\p{L}{3,20}(?: \\p{L}{3,15})?)',
      reject: /^(?:niente|nulla|mai|più|qui|oggi|da |molto|tanto|prima|dopo|questo)/u,
    },
    {
      attribute: 'employer',
      i: "lavoro (?:da|per|in|alla|al|all'|presso) {v}",
      other: 'lavora (?:per|in|alla|al|presso) {v}',
      reject: /^(?:casa|remoto|solo|due|\d|tanto|ieri|sempre|sera|notte)/u,
    },
    {
      attribute: 'job',
      i: "lavoro come {v}|faccio (?:il |la |l')(?<value>infermier[ea]|medico|insegnante|avvocat[oa]|programmat\\p{L}+|cuoc[oa]|camerier[ea]|idraulico|elettricista|architett[oa]|giornalista|barista|commess[oa]|ingegnere)",
      other: 'lavora come {v}',
    },
    { attribute: 'birthday', when: true, free: 'il mio compleanno (?:è|cade) {v}' },
    {
      attribute: 'pet',
      i: '(?:ho|ho preso|ho adottato) (?:un|una|due|tre) (?<value>cane|cani|gatto|gatti|gatta|coniglio|tartaruga|criceto)',
      we: 'abbiamo (?:un|una|due|tre) (?<value>cane|cani|gatto|gatti|gatta)',
    },
    {
      attribute: 'language',
      i: 'parlo (?:anche )?(?<value>(?:{tongue})(?: e (?:{tongue})){0,3})',
      other: 'parla (?<value>(?:{tongue})(?: e (?:{tongue})){0,3})',
    },
    {
      attribute: 'relation',
      free: '{my}(?<rel>madre|padre|sorella|fratello|figlio|figlia|moglie|marito|cane|gatto|gatta|coinquilin[oa]) si chiama {v}',
    },
    { attribute: 'dislike', i: '(?:odio|detesto|non sopporto) {v}', reject: LIKE_NOT },
    {
      attribute: 'preference',
      free: "(?:io )?(?:adoro|amo) (?:il |la |le |gli |i |l')?(?<value>.{3,40})",
      reject: LIKE_NOT,
    },
    {
      attribute: 'decision',
      ofGroup: true,
      we: 'abbiamo (?:deciso|scelto|concordato)(?: di| che| per)? ?{v}',
      reject: /^(?:niente|nulla|ancora|cosa)/u,
    },
    {
      attribute: 'deadline',
      when: true,
      free: '(?:la |il )?(?<thing>scadenza|deadline|consegna)(?: (?:per|del|della|di) .{2,30}?)? {be} {v}',
    },
    {
      attribute: 'price',
      free: "(?:{my}|il |la |lo |i |le |l')?{thing} (?:costa|costano|viene|vengono|{be}) {money}",
    },
    {
      attribute: 'time',
      when: true,
      free: "(?:{my}|il |la |l')?(?<thing>(?:riunione|prova|prove|allenamento|partita|festa|cena|concerto|volo|treno|lezione|esame|assemblea|appuntamento)(?: (?:di|del|della) \\p{L}+)?) (?:{be}|inizia|comincia)(?: alle)? {v}",
    },
  ],
}

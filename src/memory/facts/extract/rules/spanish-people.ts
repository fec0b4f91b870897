import type { FactRule } from '../rule.ts'

const LIKE_NOT =
  /^(?:que|eso|esa|ese|esto|esta|este|tu|tus|su|cómo|como|la idea|el plan|lo|así|más|mucho|todo|nada|a |ir|si|cuando|tanto|el de|la de|las dos|los dos|el azul|la foto|el nombre)(?: |$)/u
const PLACE_NOT =
  /^(?:eso|esto|la (?!plata|habana|coruña|paz|rioja|serena|ciudad|costa|montaña)|el (?!salvador|escorial|puerto|campo|centro|cairo)|un (?!pueblo|piso)|una|paz|las nubes|mi|tu|su|otro|otra|\d|casa$)(?: |$)/u

/** What people say of themselves and others in Spanish. */
export const SPANISH_PEOPLE: readonly FactRule[] = [
  {
    attribute: 'name',
    free: '(?:yo )?me llamo {v}|mi nombre es {v}|(?:díganme|decidme|llámenme|llamadme) {v}',
    reject: /\d|^(?:cuando|si|luego|mañana|a |la |el )/u,
  },
  { attribute: 'relation', free: '{my}(?<rel>(?:{family})) se llama {v}', reject: LIKE_NOT },
  {
    attribute: 'relation',
    proper: true,
    free: '{my}(?<rel>(?:{family})) es (?<value>\\p{L}{2,20}(?: \\p{L}{2,20})?)|(?<value>\\p{L}{2,20}) es {my}(?<rel>(?:{family}))',
  },
  {
    attribute: 'relation',
    key: 'status',
    names: 'known',
    i: '(?:estoy|soy) (?<value>casad[oa]|solter[oa]|divorciad[oa]|separad[oa]|viud[oa]|comprometid[oa])|me (?<value>casé|divorcié|separé|comprometí)(?: .{2,30})?',
    we: 'nos (?<value>casamos|comprometimos|separamos)',
    other:
      '(?:está|es) (?<value>casad[oa]|solter[oa]|divorciad[oa]|separad[oa])|se (?<value>casó|divorció|separó|comprometió)(?: .{2,30})?',
  },
  {
    attribute: 'birthday',
    when: true,
    free: 'mi (?:cumple|cumpleaños) (?:es|cae) {v}|cumplo (?:años|\\d{1,2}) {v}|nací {v}',
  },
  {
    attribute: 'birthday',
    when: true,
    free: '(?:el )?(?:cumple|cumpleaños) de {who} (?:es|cae) {v}|{who} cumple (?:años|\\d{1,2}) {v}',
  },
  {
    attribute: 'birthday',
    when: true,
    free: '(?:el )?(?:cumple|cumpleaños) de {my}(?<thing>{family}) (?:es|cae) {v}',
  },
  {
    attribute: 'age',
    names: 'known',
    i: 'tengo (?<value>\\d{1,2}) años|cumplí (?<value>\\d{1,2})(?: años)?',
    other: 'tiene (?<value>\\d{1,2} (?:años|meses))|cumplió (?<value>\\d{1,2})(?: años)?',
  },
  {
    attribute: 'contact',
    key: 'number',
    free: 'mi (?:nuevo )?(?:número|numero|móvil|movil|celular|cel|teléfono|tel)(?: nuevo)? es (?:el )?(?<value>\\+?\\d[\\d ()/-]{5,18}\\d)',
  },
  {
    attribute: 'contact',
    key: 'email',
    free: 'mi (?:nuevo )?(?:correo|mail|email|e-mail)(?: nuevo)? es (?<value>\\S{1,40}@\\S{3,40})',
  },
  {
    attribute: 'home',
    free: '{my}(?:nueva )?(?:dirección|direccion)(?: nueva)? es (?<value>.{3,60})',
  },
  {
    attribute: 'plan',
    i: 'me (?:mudo|voy a mudar|cambio de casa) (?<value>.{2,60})|me caso (?<value>.{2,40})|empiezo (?<value>(?:en|a trabajar en|el curso|el trabajo).{2,50})',
    we: 'nos (?:mudamos|vamos a mudar) (?<value>(?:en|el|a fin|el mes|la próxima).{2,60})|nos casamos (?<value>(?:en|el) .{2,40})',
    other: 'se muda (?<value>.{2,60})|se casa (?<value>(?:en|el) .{2,40})',
  },
  {
    attribute: 'home',
    i: '(?:vivo|estoy viviendo|me mudé|me he mudado|me acabo de mudar|me vine a vivir|me fui a vivir) {skip}(?:en|a|cerca de) {v}',
    we: '(?:vivimos|estamos viviendo|nos hemos mudado|nos acabamos de mudar|ya nos mudamos) {skip}(?:en|a) {v}',
    other:
      '(?:vive|viven|está viviendo|se mudó|se ha mudado|se mudaron|se fue a vivir|se acaba de mudar) {skip}(?:en|a|cerca de) {v}',
    reject: PLACE_NOT,
  },
  {
    attribute: 'home',
    ends: true,
    i: '(?:me fui|me he ido|me mudé) de {v}',
    we: '(?:nos fuimos|nos mudamos) de {v}',
    other: '(?:se fue|se ha ido|se mudó) de {v}',
    reject:
      /^(?:la|el|viaje|vacaciones|ahí|casa|aquí|fiesta|compras|allí|acá|las|los|mi|tu)(?: |$)/u,
  },
  {
    attribute: 'origin',
    names: 'known',
    i: 'soy (?:originalmente )?de {v}|nací en {v}|vengo de {v}',
    other: 'es (?:originalmente )?de {v}|nació en {v}',
    proper: true,
  },
  {
    attribute: 'job',
    i: '(?:trabajo|estoy trabajando|empecé|he empezado) {skip}(?:como|de) {v}|soy (?:el |la |un |una )?(?<value>(?:{profession})(?: .{2,30})?)',
    other:
      '(?:trabaja|está trabajando|empezó) {skip}(?:como|de) {v}|es (?:un |una )?(?<value>(?:{profession})(?: .{2,30})?)',
    reject:
      /^(?:lunes|siempre|antes|nuevo|noche|loc[oa]|burr[oa]|mañana|tarde|la|el|esclav|mul[oa])/u,
  },
  {
    attribute: 'employer',
    i: '(?:trabajo|estoy trabajando|curro) {skip}(?:en|para) {v}|(?:empecé|he empezado|entré|me contrataron|me ficharon) (?:a trabajar )?(?:en|con) {v}',
    other:
      '(?:trabaja|está trabajando|curra) {skip}(?:en|para) {v}|(?:empezó|entró) (?:a trabajar )?(?:en) {v}',
    reject:
      /^(?:casa|eso|esto|ello|equipo|serio|remoto|un rato|la (?:mañana|tarde|noche|universidad con)|lo|el (?:turno|sofá)|una hora|media|\d|breve|pijama)/u,
  },
  {
    attribute: 'employer',
    ends: true,
    i: '(?:dejé|he dejado|renuncié a|renuncié en) (?:mi trabajo en |el trabajo en |el curro en )(?<value>.{2,40})',
    other: '(?:dejó|ha dejado) (?:su trabajo en |el trabajo en )(?<value>.{2,40})',
  },
  {
    attribute: 'study',
    i: '(?:estudio|estoy estudiando) {v}',
    other: '(?:estudia|está estudiando) {v}',
    reject: /^(?:para|con|en casa|mucho|hoy|mañana|hasta|por|la posibilidad|el tema)/u,
  },
  {
    attribute: 'allergy',
    i: '(?:soy|tengo|sigo siendo) (?:\\p{L}+ )?(?:alérgic[oa]|alergic[oa]|alergia|intolerante|intolerancia) a (?:l |la |los |las |el )?{v}|(?:soy|tengo) (?:\\p{L}+ )?(?:alérgic[oa]|alergia|intolerante) al {v}',
    other:
      '(?:es|tiene) (?:\\p{L}+ )?(?:alérgic[oa]|alergic[oa]|alergia|intolerante) (?:al |a la |a los |a las |a ){v}',
    reject:
      /^(?:l?lunes|trabajo|gente|madrugar|estupidez|compromiso|deporte|eso|lactosa y a la gente|tonter|reuniones)/u,
  },
  {
    attribute: 'diet',
    names: 'known',
    i: '(?:soy|me hice|me he hecho|me volví) (?<value>{dietword})',
    we: 'somos (?<value>{dietword})',
    other: '(?:es|se hizo|se ha hecho|se volvió|son) (?<value>{dietword})',
  },
  {
    attribute: 'diet',
    names: 'known',
    i: '(?:ya )?no (?:como|bebo|tomo|puedo comer|puedo tomar) {v}|(?:dejé|he dejado) (?:de comer |de beber |de tomar )(?<value>.{2,30})|(?:dejé|he dejado) (?<value>la carne|el alcohol|el azúcar|el gluten|el café|de fumar)',
    other:
      '(?:ya )?no (?:come|bebe|toma|puede comer) {v}|dejó (?:de comer |de beber |de tomar )(?<value>.{2,30})',
    reject:
      /^(?:eso|esto|en |con |hoy|mañana|nada|ahí|más|a |bien|tú|yo|siempre|mucho|antes|el (?:bus|metro|tren|taxi)|fotos?|decisiones)/u,
  },
  {
    attribute: 'pet',
    i: '(?:tengo|adopté|he adoptado) (?:un|una|dos|tres|\\d) (?<value>(?:{animal})(?: que se llama \\p{L}+)?(?: \\p{L}+)?)',
    we: '(?:tenemos|adoptamos|hemos adoptado) (?:un|una|dos|tres|\\d) (?<value>(?:{animal})(?: que se llama \\p{L}+)?(?: \\p{L}+)?)',
    other: '(?:tiene|adoptó|ha adoptado) (?:un|una|dos|tres|\\d) (?<value>(?:{animal}))',
  },
  {
    attribute: 'possession',
    names: 'known',
    i: '(?:tengo|compré|he comprado|me compré|me he comprado) (?:un|una|el|la|dos) (?<value>(?:{gear})(?: \\p{L}+)?)',
    we: '(?:tenemos|hemos comprado|nos compramos) (?:un|una|dos) (?<value>(?:{gear})(?: \\p{L}+)?)',
    other: '(?:tiene|se compró|ha comprado) (?:un|una|dos) (?<value>(?:{gear})(?: \\p{L}+)?)',
  },
  {
    attribute: 'possession',
    ends: true,
    i: '(?:vendí|he vendido) (?:mi|el|la) (?<value>(?:{gear}))',
    we: '(?:vendimos|hemos vendido) (?:nuestro|nuestra|el|la) (?<value>(?:{gear}))',
  },
  {
    attribute: 'language',
    i: '(?:hablo|estoy aprendiendo|aprendo) {skip}(?<value>(?:{tongue})(?:(?:,| y) (?:{tongue})){0,4})',
    other:
      '(?:habla|está aprendiendo|aprende) {skip}(?<value>(?:{tongue})(?: y (?:{tongue})){0,3})',
  },
  {
    attribute: 'skill',
    i: '(?:toco|sé tocar) (?:el |la )?(?<value>guitarra|piano|violín|batería|bajo|flauta|trompeta|saxofón|ukelele)(?: .{2,30})?|juego al? (?<value>ajedrez|tenis|pádel|fútbol|baloncesto|voleibol)(?: .{2,30})?|sé (?<value>coser|tejer|soldar|programar|nadar|esquiar|cocinar)|tengo (?:el )?(?<value>carnet de conducir|carné de conducir|carnet)',
    other:
      'toca (?:el |la )?(?<value>guitarra|piano|violín|batería|bajo|flauta|trompeta|saxofón)|juega al? (?<value>ajedrez|tenis|pádel|fútbol|baloncesto|voleibol)|sabe (?<value>coser|tejer|soldar|programar|nadar|esquiar)',
  },
  {
    attribute: 'health',
    i: 'estoy (?<value>embarazada|de baja|esperando un bebé)(?: .{2,30})?|soy (?<value>diabétic[oa]|asmátic[oa]|daltónic[oa]|hipertens[oa])|tengo (?<value>diabetes|asma|migrañas?|covid|gripe|hipertensión|epilepsia|tdah|artritis|ansiedad|la tensión alta)|me (?:rompí|he roto|torcí|he torcido|fracturé) (?<value>(?:el|la|un|una) \\p{L}+)(?: .{2,30})?',
    we: 'estamos (?<value>esperando un bebé|embarazados)',
    other:
      'está (?<value>embarazada|de baja)|es (?<value>diabétic[oa]|asmátic[oa]|daltónic[oa]|hipertens[oa])|tiene (?<value>diabetes|asma|migrañas?|covid|gripe|hipertensión|tdah)|se (?:rompió|ha roto|torció|fracturó) (?<value>(?:el|la|un|una) \\p{L}+)(?: .{2,30})?',
  },
  {
    attribute: 'preference',
    free: 'mi (?<rel>\\p{L}+) favorit[oa] (?:es|son) {v}',
    reject: LIKE_NOT,
  },
  {
    attribute: 'dislike',
    names: 'known',
    free: '(?:a mí |a mi )?(?:odio|detesto|no soporto|no aguanto|no me gustan?|no me gusta nada|me dan? miedo|me dan? asco) {v}',
    reject: LIKE_NOT,
  },
  {
    attribute: 'preference',
    names: 'known',
    free: '(?:a mí |a mi )?(?:me encantan?|me gustan?(?: mucho)?|me flipan?|prefiero|adoro|amo) {v}',
    reject: LIKE_NOT,
  },
  {
    attribute: 'preference',
    names: 'known',
    free: 'a {who} le (?:encantan?|gustan?(?: mucho)?|flipan?) {v}|a {my}(?<thing>{family}) le (?:encantan?|gustan?(?: mucho)?) {v}',
    reject: LIKE_NOT,
  },
  {
    attribute: 'dislike',
    names: 'known',
    free: 'a {who} no le gustan? {v}|{who} (?:odia|no soporta|detesta) {v}|a {my}(?<thing>{family}) no le gustan? {v}',
    reject: LIKE_NOT,
  },
  {
    attribute: 'availability',
    names: 'known',
    i: '(?<value>(?:no )?(?:puedo|llego|estoy|trabajo|voy a poder|podré) (?:ir |venir |libre |disponible |fuera |de viaje |de vacaciones |ocupad[oa] )?(?:el |los |la |hasta |desde |a partir de |del |por la |en )*{day}.{0,30})|(?<value>(?:tengo|libro) (?:libre |turno |libres )?(?:el |los |la )*{day}.{0,20}(?: libre)?)|(?<value>(?:el |los |la )*{day} (?:no )?(?:puedo|estoy libre|trabajo|libro|estoy fuera|no estoy).{0,20})',
    we: '(?<value>(?:no )?(?:podemos|estamos|estaremos) (?:ir |libres |fuera |de viaje |de vacaciones )?(?:el |los |la |hasta |desde |del )*{day}.{0,30})',
    other:
      '(?<value>(?:no )?(?:puede|está) (?:ir |venir |libre |fuera |de viaje |de vacaciones )?(?:el |los |la |hasta |desde |del )*{day}.{0,30})',
    reject: /^(?:puedo (?:el|la) \d+|estoy en|tengo el)/u,
  },
  {
    attribute: 'plan',
    names: 'known',
    ofGroup: true,
    i: '(?<value>(?:vuelo|viajo|salgo|me voy|llego|voy) (?:a|de vacaciones|para) .{2,40}(?:el|en|la próxima|mañana|este) .{2,30})|(?:reservé|he reservado|ya reservé) (?<value>.{3,60})',
    we: '(?<value>(?:volamos|viajamos|salimos|nos vamos) (?:a|el|en|de vacaciones|para|mañana) .{2,60})|(?<value>nos casamos .{2,40})|(?:reservamos|hemos reservado) (?<value>.{3,60})|(?<value>quedamos (?:el|a las|en) .{2,50})',
    other: '(?<value>(?:vuela|viaja|llega) (?:a|el|de) .{2,40}(?:el|en|mañana) .{2,30})',
    reject: /^(?:voy a (?!\p{Lu})|lo |eso|ya|todo$)/u,
  },
]

import type { LanguageRules } from '../rule.ts'
import { SPANISH_PEOPLE } from './spanish-people.ts'

/** Statements in Spanish. */
export const SPANISH_RULES: LanguageRules = {
  language: 'es',
  openers:
    'ok|vale|bueno|pues|oye|oigan|hola|sí|por cierto|ojo|recuerden|recordad|recordatorio|aviso|ah|ay|y|pero|además|también|chicos|chicas|gente|a todos|amigos|familia|buenas|buenos días|perdón|perdon|la verdad|noticia|noticias|os cuento|les cuento|para que sepan|para que lo sepáis|que conste|actualización|oigan|che|mira|miren|porque|ya|al final|entonces|así que|nada|hoy|ps|pd|ojo que|acordaos|acuérdense de que|jaja|jajaja|muchachos|equipo|listo|buen día|atención|ayer|resulta que|confirmado|dato',
  adverbs:
    'ya|ahora|también|todavía|aún|siempre|solo|sólo|por fin|actualmente|recién|justo|ahorita|hoy|al final|finalmente|mismo|muy|desde hace poco',
  i: 'yo',
  we: 'nosotros|nosotras',
  my: 'mi|mis|nuestro|nuestra|nuestros|nuestras',
  kin: 'madre|mamá|mama|padre|papá|papa|hermana|hermano|hijo|hija|mujer|esposa|marido|esposo|pareja|novio|novia|primo|prima|tío|tía|tio|tia|abuela|abuelo|abuelita|niño|niña|peque|compañero|compañera|compi|roomie|jefe|jefa|casero|casera|vecino|vecina|sobrino|sobrina|padres|perro|perra|gato|gata|suegra|suegro|cuñado|cuñada|amigo|amiga',
  says: '(?:dice|dijo|me dijo|me ha dicho|ha dicho|cuenta|contó|comenta|comentó|escribió|avisó|avisa)(?: que)?',
  heShe: 'él|ella',
  dropsPronouns: true,
  joins: 'y|e|más|pero',
  subordinates:
    'porque|así que|asi que|por eso|aunque|mientras|cuando|donde|para que|que es|ya que|hasta que|antes de que|si|por si|o sea',
  asks: 'quién|quien|quiénes|qué|que|q|cuándo|cuando|dónde|donde|adónde|cómo|como|cuánto|cuanto|cuántos|cuál|cual|por qué|hay|alguien|tienes|tienen|tenéis|puedes|pueden|podéis|es|está|son|vienes|vienen|sabes|saben|sabéis|os|les|se puede|va|vais|van|no',
  hypothetical:
    'si|quizá|quizás|tal vez|a lo mejor|igual|capaz|creo|supongo|imagino|imagina|imagínate|imagínense|ojalá|podría|podríamos|debería|deberíamos|sería|gustaría|querría|quisiera|viviría|iría|tendría|fuera|fuese|viviera|tuviera|pudiera|probablemente|seguramente|posiblemente|depende|no sé|no se|ni idea|casi|soñé|sueño con|en teoría|digamos|supongamos|pensando en|estoy pensando|a ver si|puede que|o algo|haría|mudaría|estaría|parece que|por poco|según|antes vivía|pensaba que|creía',
  negation: 'ya no|no|nunca|tampoco|nunca más|más',
  empty:
    'eso|esto|esa|ese|esta|este|él|ella|ellos|ellas|lo|la|le|te|me|nos|os|qué|que|quien|quién|donde|dónde|cuando|cuándo|cómo|nada|algo|todo|nadie|alguien|así|aquí|ahí|allí|acá|allá|igual|muy|más|menos|bien|mal|listo|lista|no|ya|también|tan|mío|tuyo|suyo',
  tails:
    'ahora|ahorita|ya|también|jaja+|lol|chicos|chicas|gente|gracias|porfa|por favor|por fin|eh|por cierto|de momento|por ahora|actualmente|hoy en día|todavía|ayer|hoy|la semana pasada|el mes pasado|el año pasado|la próxima semana|el mes que viene|esta semana|este mes|este año|desde \\p{L}+(?: de \\d{4})?|desde \\d{4}|desde el \\p{L}+(?: pasado)?|desde hace .{2,20}|hace (?:\\d{1,2}|un|una|dos|tres|unos|unas) ?(?:pocos|pocas)? ?(?:años?|meses|mes|semanas?|días?)|en (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)(?: de \\d{4})?|en \\d{4}|a partir de (?:hoy|mañana|\\p{L}+)|otra vez|más|al final|juntos|juntas|la verdad|un montón|mucho|bastante|demasiado|para siempre|ok|vale|che|wey|güey|tío|tía|po|pues|sin falta',
  articles:
    'el|la|los|las|un|una|nuestro|nuestra|nuevo|nueva|el nuevo|la nueva|este|esta|lo de|lo del',
  macros: {
    be: '(?:es|son|será|serán|queda|quedó|pasa a ser|pasó a|se pasa|se pasó|se movió|se mueve|se cambia|se cambió|se pospone|se pospuso|se aplaza|se aplazó|se adelanta|ahora es|sigue siendo|va a ser|quedó para|queda para|se queda)',
    family:
      'madre|mamá|padre|papá|hermana|hermano|hijo|hija|mujer|esposa|marido|esposo|pareja|novio|novia|primo|prima|tío|tía|abuela|abuelo|compañero de piso|compañera de piso|jefe|jefa|casero|casera|sobrino|sobrina|médico|médica|dentista|veterinaria|veterinario|profe|profesora|profesor|entrenador|entrenadora|perro|perra|gato|gata',
    animal:
      'perros?|perra|perrito|perrita|gatos?|gata|gatito|cachorro|conejo|hámster|loro|caballo|tortuga|gallinas',
    gear: 'coche|carro|auto|camioneta|furgo|furgoneta|bici|bicicleta|moto|taladro|proyector|impresora|escalera|tienda de campaña|carpa|remolque|barco|caravana|autocaravana|máquina de coser|guitarra|piano|cuarto libre|habitación libre|garaje|huerto|patinete|cortacésped|llave de repuesto|portátil',
    profession:
      'enfermer[oa]|médic[oa]|doctora?|profesora?|profe|maestr[oa]|abogad[oa]|ingenier[oa]|programadora?|desarrolladora?|diseñadora?|fontaner[oa]|plomero|electricista|carpinter[oa]|cociner[oa]|panader[oa]|camarer[oa]|meser[oa]|contadora?|contable|arquitect[oa]|periodista|traductora?|fotógraf[oa]|músic[oa]|farmacéutic[oa]|dentista|veterinari[oa]|bombero|policía|piloto|conductora?|taxista|mecánic[oa]|jardiner[oa]|bibliotecari[oa]|psicólog[oa]|fisio|fisioterapeuta|investigadora?|estudiante|peluquer[oa]|secretari[oa]|consultora?|entrenadora?|autónom[oa]|jubilad[oa]|tesorer[oa]|matrona|administrativ[oa]',
    tongue:
      'español|inglés|francés|alemán|italiano|portugués|ruso|ucraniano|polaco|holandés|turco|japonés|chino|coreano|árabe|griego|sueco|noruego|danés|checo|rumano|catalán|euskera|gallego|quechua|latín|lengua de signos',
    dietword:
      '(?:vegan[oa]s?|vegetarian[oa]s?|celíac[oa]s?|celiac[oa]s?|pescetarian[oa]|intolerante a la lactosa|intolerante al gluten)',
    day: '(?:{time}|(?:la|esta) (?:próxima )?semana|la semana que viene|este finde|el finde|el \\d{1,2}|toda la semana)(?![\\p{L}\\p{N}])',
  },
  rules: [
    ...SPANISH_PEOPLE,
    {
      attribute: 'decision',
      ofGroup: true,
      we: '(?:hemos |ya |al final |finalmente )*(?:decidimos|decidido|acordamos|acordado|elegimos|elegido|votamos|votado|escogimos|quedamos en|nos decidimos por|optamos por)(?: que| por| a)? {v}',
      reject: /^(?:nada|eso|ya|qué|todavía|aún)/u,
    },
    {
      attribute: 'decision',
      ofGroup: true,
      free: '(?:decidido|decisión|decisión final|acordado|queda decidido|está decidido)(?: que| es)?:? {v}',
    },
    {
      attribute: 'deadline',
      when: true,
      free: '(?:{my}|el |la )?(?<thing>(?:plazo|fecha límite|fecha limite|deadline|entrega|inscripción|cierre)(?: (?:de|del|para) [\\p{L} ]{2,35}?)?) (?:{be}|termina|acaba|vence|cierra|hasta|se extiende|se amplía|se amplió|se alarga)(?: ya| ahora)? ?(?:hasta |al |para )?{v}',
    },
    {
      attribute: 'deadline',
      when: true,
      free: '(?:hay que|tenemos que|toca) (?:entregar|pagar|enviar|presentar|mandar|devolver) (?:el |la |los |las )?(?<thing>[\\p{L} ]{3,30}?) (?:antes del?|para|hasta|a más tardar) {v}',
    },
    {
      attribute: 'price',
      free: '(?:{my}|el |la |los |las )?{thing} (?:cuestan?|sale(?:n)?(?: a| por| en)?|valen?|está(?:n)? a|son|es de|es|sube(?:n)? a|subió a|ha subido a|baja a|bajó a|ha bajado a|costará|queda en|quedó en) (?:ahora |unos |solo )?{money}',
    },
    {
      attribute: 'time',
      free: '(?:{my}|el |la |los |las )?{thing} (?:{be}|empieza|comienza|sale|llega|abre|cierra|aterriza|termina)(?: hoy| ahora| siempre| ya)? a las? (?<value>\\d{1,2}(?:[:.]\\d{2})?(?: (?:y media|de la (?:tarde|mañana|noche)|en punto|am|pm|h))?)',
    },
    {
      attribute: 'time',
      when: true,
      free: '(?:{my}|el |la |los |las )?{thing} (?:{be}|cae|empieza|comienza|llega|sale|toca)(?: ya| ahora| siempre)? (?:al |para |a |el |los )?{v}',
    },
    {
      attribute: 'place',
      free: '(?:{my}|el |la |los |las )?{thing} (?:es|son|será|está|están|queda|se hace)(?: ahora| siempre)? (?<value>(?:en|debajo de|detrás de|al lado de|dentro de|encima de|bajo) (?:el|la|los|las|casa|mi|un|calle|l)? ?.{2,40})',
      reject:
        /^en (?:camino|marcha|proceso|oferta|contacto|casa$|serio|\d|eso|ello|obras|la mierda|peligro|duda|el aire|juego|línea|español|inglés|la próxima|verano|invierno|(?:el )?(?:curro|trabajo)$|\p{L}+ando)/u,
    },
    {
      attribute: 'other',
      free: '(?:{my}|el |la )(?<thing>(?:contraseña|clave|código|codigo|pin|código de \\p{L}+)(?: (?:de|del|de la) [\\p{L} -]{2,20})?) es (?<value>\\S*\\d\\S*.{0,25}|\\S{5,30})',
    },
    {
      attribute: 'other',
      free: 'mi (?<rel>talla(?: de \\p{L}+)?|número de pie|grupo sanguíneo|dorsal|matrícula|código postal|apodo) es (?:la |el )?{v}',
    },
  ],
}

import type { LanguageRules } from '../rule.ts'

/* Portuguese: fewer rules, the commonest statements only. */

const LIKE_NOT = /^(?:isso|esse|essa|você|quando|como|seu|sua|tanto|muito isso|o |a )(?: |$)/u

export const PORTUGUESE_RULES: LanguageRules = {
  language: 'pt',
  openers:
    'ok|então|bom|ah|oh|sim|e|mas|aliás|lembrete|oi|olá|gente|pessoal|galera|todos|info|atenção|desculpa|atualização|tipo|bom dia|boa noite|por sinal',
  adverbs: 'já|agora|também|ainda|sempre|finalmente|atualmente|mesmo',
  i: 'eu',
  we: 'nós|a gente',
  my: 'meu|minha|meus|minhas|a minha|o meu|nosso|nossa|o nosso|a nossa',
  kin: 'mãe|pai|irmã|irmão|filho|filha|esposa|mulher|marido|namorado|namorada|primo|prima|tio|tia|avó|avô|vó|vô|chefe|vizinho|vizinha|cachorro|cachorra|gato|gata|cão',
  says: '(?:diz|disse|falou|me disse|contou)(?: que)?',
  heShe: 'ele|ela',
  dropsPronouns: true,
  joins: 'e|mas',
  subordinates: 'porque|pois|então|quando|onde|se|enquanto|embora|pra que|para que|que',
  asks: 'quem|que|quê|quando|onde|por que|como|quanto|quantos|qual|tem|alguém|você|vocês|é|pode|podem|cadê',
  hypothetical:
    'se|talvez|acho|imagino|imagina|imaginem|provavelmente|queria|gostaria|poderia|seria|moraria|iria|teria|tomara|espero|quase|sonhei|deveria|não sei|sei lá|quem sabe|pode ser|em teoria|tô pensando|antes morava|acredito',
  negation: 'não|nao|mais|nunca|já não',
  empty:
    'isso|isto|esse|essa|este|esta|aquilo|ele|ela|eles|nós|você|que|quem|onde|quando|nada|algo|tudo|aqui|ali|lá|não|assim|muito|bem|pronto|também|eu|tu',
  tails:
    'agora|também|já|kkk+|rs|lol|obrigad[oa]|desde \\p{L}+(?: de \\d{4})?|desde \\d{4}|em \\d{4}|semana passada|mês passado|ano passado|ontem|hoje|gente|pessoal|finalmente|por enquanto|no momento|aliás|demais|muito|mais|há .{3,15}',
  articles: 'o|a|os|as|um|uma|nosso|nossa|novo|nova',
  macros: {
    be: '(?:é|são|será|fica|ficou|passou para|passou pra|mudou para|mudou pra|foi adiad[oa] para|foi adiad[oa] pra)',
    tongue:
      'português|inglês|alemão|francês|espanhol|italiano|russo|ucraniano|polonês|turco|japonês|chinês|árabe|holandês',
  },
  rules: [
    { attribute: 'name', free: '(?:eu )?me chamo {v}|meu nome é {v}', reject: /\d/u },
    {
      attribute: 'home',
      i: '(?:moro|vivo|tô morando|estou morando) (?:em|no|na|perto de) {v}|(?:me mudei|mudei) (?:para|pra|pro) {v}',
      we: '(?:moramos|vivemos) (?:em|no|na) {v}|nos mudamos (?:para|pra|pro) {v}',
      other: '(?:mora|vive) (?:em|no|na) {v}|se mudou (?:para|pra|pro) {v}',
      reject: /^(?:paz|casa|dois|\d|medo|outro|outra)/u,
    },
    {
      attribute: 'allergy',
      i: '(?:sou alérgic[oa]|tenho alergia) (?:a |ao |à |aos |às ){v}',
      other: '(?:é alérgic[oa]|tem alergia) (?:a |ao |à |aos |às ){v}',
      reject: /^(?:segunda|trabalho|gente|acordar)/u,
    },
    {
      attribute: 'diet',
      names: 'known',
      i: '(?:sou|virei) (?<value>vegetarian[oa]|vegan[oa]|celíac[oa])',
      other: '(?:é|virou) (?<value>vegetarian[oa]|vegan[oa]|celíac[oa])',
    },
    {
      attribute: 'diet',
      i: 'não (?:como|bebo|tomo) (?:mais )?(?<value>\\p{L}{3,20}(?: \\p{L}{2,15}){0,2})',
      reject: /^(?:nada|isso|aqui|hoje|em |muito|tanto|mais$|nem|antes|depois)/u,
    },
    {
      attribute: 'employer',
      i: 'trabalho (?:no|na|em|para|pra) {v}',
      other: 'trabalha (?:no|na|em|para|pra) {v}',
      reject: /^(?:casa|remoto|paz|dois|\d|equipe|sábado|domingo|dobro|segunda|feriado)/u,
    },
    {
      attribute: 'job',
      i: 'trabalho (?:como|de) {v}',
      other: 'trabalha (?:como|de) {v}',
      reject: /^(?:casa|noite|manhã|segunda|sempre|um (?:louco|condenado))/u,
    },
    { attribute: 'birthday', when: true, free: '(?:o )?meu (?:aniversário|niver) (?:é|cai) {v}' },
    {
      attribute: 'pet',
      i: '(?:tenho|adotei) (?:um|uma|dois|duas|três) (?<value>cachorr[oa]s?|gat[oa]s?|coelhos?|tartaruga|cão|cães)',
      we: 'temos (?:um|uma|dois|duas) (?<value>cachorr[oa]s?|gat[oa]s?)',
    },
    {
      attribute: 'language',
      i: 'falo (?:um pouco de )?(?<value>(?:{tongue})(?: e (?:{tongue})){0,3})',
      other: 'fala (?<value>(?:{tongue})(?: e (?:{tongue})){0,3})',
    },
    {
      attribute: 'relation',
      free: '{my}(?<rel>mãe|pai|irmã|irmão|filho|filha|esposa|mulher|marido|namorad[oa]|cachorr[oa]|gat[oa]) se chama {v}',
    },
    { attribute: 'dislike', i: '(?:odeio|detesto|não suporto|não gosto de) {v}', reject: LIKE_NOT },
    {
      attribute: 'preference',
      i: '(?:adoro|amo) (?<value>\\p{L}{3,20}(?: \\p{L}{2,15}){0,3})',
      reject: LIKE_NOT,
    },
    {
      attribute: 'decision',
      ofGroup: true,
      we: '(?:decidimos|resolvemos|combinamos|escolhemos|decidiu|resolveu)(?: que| de| em)? ?{v}',
      reject: /^(?:nada|ainda|isso)/u,
    },
    {
      attribute: 'deadline',
      when: true,
      free: '(?:o |a )?(?<thing>prazo|deadline|data limite|entrega)(?: (?:para|pra|do|da|de) .{2,30}?)? (?:{be}|vai até|termina|acaba) {v}',
    },
    {
      attribute: 'price',
      free: '(?:{my}|o |a |os |as )?{thing} (?:custa|custam|sai por|saiu por|{be}) (?:r\\$ ?)?{money}',
    },
    {
      attribute: 'time',
      when: true,
      free: '(?:{my}|o |a )?(?<thing>(?:reunião|ensaio|treino|jogo|festa|jantar|show|voo|trem|aula|prova|assembleia|consulta|churrasco|racha)(?: (?:do|da|de) \\p{L}+)?) (?:{be}|começa)(?: às| as)? {v}',
    },
  ],
}

import { type Language, likelyLanguages } from '../../../text/query/query-language.ts'

/** The words around the quotes of a catch-up. */
export type CatchUpPhrases = {
  readonly nothing: string
  /** $1: messages, $2: conversations. */
  readonly summary: string
  /** $1: further conversations. */
  readonly more: string
  readonly question_to_you: string
  readonly to_you: string
  readonly decision: string
  readonly open_question: string
}

const EN: CatchUpPhrases = {
  nothing: 'You missed nothing.',
  summary: 'Messages: $1, conversations: $2.',
  more: 'Further conversations: $1.',
  question_to_you: 'You are asked',
  to_you: 'To you',
  decision: 'Decided',
  open_question: 'Open question',
}

const BY_LANGUAGE: Readonly<Partial<Record<Language, CatchUpPhrases>>> = {
  en: EN,
  de: {
    nothing: 'Du hast nichts verpasst.',
    summary: 'Nachrichten: $1, Gespräche: $2.',
    more: 'Weitere Gespräche: $1.',
    question_to_you: 'Frage an dich',
    to_you: 'An dich',
    decision: 'Entschieden',
    open_question: 'Offene Frage',
  },
  fr: {
    nothing: 'Vous n’avez rien manqué.',
    summary: 'Messages : $1, conversations : $2.',
    more: 'Autres conversations : $1.',
    question_to_you: 'Question pour vous',
    to_you: 'Pour vous',
    decision: 'Décidé',
    open_question: 'Question ouverte',
  },
  es: {
    nothing: 'No te has perdido nada.',
    summary: 'Mensajes: $1, conversaciones: $2.',
    more: 'Otras conversaciones: $1.',
    question_to_you: 'Te preguntan',
    to_you: 'Para ti',
    decision: 'Decidido',
    open_question: 'Pregunta abierta',
  },
  pt: {
    nothing: 'Você não perdeu nada.',
    summary: 'Mensagens: $1, conversas: $2.',
    more: 'Outras conversas: $1.',
    question_to_you: 'Pergunta para você',
    to_you: 'Para você',
    decision: 'Decidido',
    open_question: 'Pergunta em aberto',
  },
  it: {
    nothing: 'Non ti sei perso nulla.',
    summary: 'Messaggi: $1, conversazioni: $2.',
    more: 'Altre conversazioni: $1.',
    question_to_you: 'Domanda per te',
    to_you: 'Per te',
    decision: 'Deciso',
    open_question: 'Domanda aperta',
  },
  pl: {
    nothing: 'Nic cię nie ominęło.',
    summary: 'Wiadomości: $1, rozmowy: $2.',
    more: 'Dalsze rozmowy: $1.',
    question_to_you: 'Pytanie do ciebie',
    to_you: 'Do ciebie',
    decision: 'Ustalone',
    open_question: 'Otwarte pytanie',
  },
  tr: {
    nothing: 'Hiçbir şey kaçırmadın.',
    summary: 'Mesaj: $1, konuşma: $2.',
    more: 'Diğer konuşmalar: $1.',
    question_to_you: 'Sana soruldu',
    to_you: 'Sana',
    decision: 'Karar',
    open_question: 'Açık soru',
  },
  ru: {
    nothing: 'Вы ничего не пропустили.',
    summary: 'Сообщений: $1, разговоров: $2.',
    more: 'Ещё разговоров: $1.',
    question_to_you: 'Вопрос к вам',
    to_you: 'Вам',
    decision: 'Решено',
    open_question: 'Открытый вопрос',
  },
  uk: {
    nothing: 'Ви нічого не пропустили.',
    summary: 'Повідомлень: $1, розмов: $2.',
    more: 'Ще розмов: $1.',
    question_to_you: 'Питання до вас',
    to_you: 'Вам',
    decision: 'Вирішено',
    open_question: 'Відкрите питання',
  },
  zh: {
    nothing: '你没有错过什么。',
    summary: '消息：$1，对话：$2。',
    more: '其他对话：$1。',
    question_to_you: '问你',
    to_you: '给你',
    decision: '已决定',
    open_question: '待回答',
  },
  ja: {
    nothing: '見逃したものはありません。',
    summary: 'メッセージ：$1、会話：$2。',
    more: 'その他の会話：$1。',
    question_to_you: 'あなたへの質問',
    to_you: 'あなたへ',
    decision: '決定',
    open_question: '未回答の質問',
  },
  ko: {
    nothing: '놓친 것이 없습니다.',
    summary: '메시지: $1, 대화: $2.',
    more: '그 밖의 대화: $1.',
    question_to_you: '당신에게 한 질문',
    to_you: '당신에게',
    decision: '결정',
    open_question: '답이 없는 질문',
  },
  ar: {
    nothing: 'لم يفتك شيء.',
    summary: 'الرسائل: $1، المحادثات: $2.',
    more: 'محادثات أخرى: $1.',
    question_to_you: 'سؤال لك',
    to_you: 'لك',
    decision: 'تقرر',
    open_question: 'سؤال مفتوح',
  },
  hi: {
    nothing: 'आपसे कुछ नहीं छूटा।',
    summary: 'संदेश: $1, बातचीत: $2।',
    more: 'अन्य बातचीत: $1।',
    question_to_you: 'आपसे सवाल',
    to_you: 'आपके लिए',
    decision: 'तय हुआ',
    open_question: 'खुला सवाल',
  },
}

/** In the language of the chat; English where it is not known. */
export function catchUpPhrases(texts: readonly string[]): CatchUpPhrases {
  const [language = 'en'] = likelyLanguages(texts.join(' '))
  return BY_LANGUAGE[language] ?? EN
}

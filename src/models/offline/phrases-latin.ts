/** The offline model's own words in languages written in Latin letters; phrases.ts says what each is for. */
export const LATIN_PHRASES = {
  en: {
    extract: 'Extract (no language model configured):',
    fallback: 'Extract (the language model did not answer):',
    nothingFound:
      'Nothing in this chat bears on that. Tag me again as a reply to the message you mean, or with a few words about it.',
    notInContext: 'Not in the context:',
    tagAgain: 'Tag me again once it is here.',
    missingQuestion:
      'Missing: what you want to know. Tag me again with it in a few words, or as a reply to the message you mean.',
    stillOpen: 'Still open:',
    missingAnswer: 'Missing: an answer to',
    noOtherMessage: 'no other message speaks of',
  },
  de: {
    extract: 'Auszug (kein Sprachmodell eingerichtet):',
    fallback: 'Auszug (das Sprachmodell hat nicht geantwortet):',
    nothingFound:
      'In diesem Chat steht nichts dazu. Erwähne mich noch einmal als Antwort auf die Nachricht, die du meinst, oder mit ein paar Worten dazu.',
    notInContext: 'Steht hier nicht:',
    tagAgain: 'Erwähne mich noch einmal, sobald es hier steht.',
    missingQuestion:
      'Es fehlt: was du wissen willst. Erwähne mich noch einmal mit ein paar Worten dazu oder als Antwort auf die Nachricht, die du meinst.',
    stillOpen: 'Noch offen:',
    missingAnswer: 'Es fehlt: eine Antwort auf',
    noOtherMessage: 'keine andere Nachricht erwähnt',
  },
  fr: {
    extract: 'Extrait (aucun modèle de langage configuré) :',
    fallback: 'Extrait (le modèle de langage n’a pas répondu) :',
    nothingFound:
      'Rien dans cette discussion n’en parle. Mentionnez-moi de nouveau en réponse au message voulu, ou avec quelques mots à ce sujet.',
    notInContext: 'Absent de la discussion :',
    tagAgain: 'Mentionnez-moi de nouveau quand ce sera ici.',
    missingQuestion:
      'Il manque : ce que vous voulez savoir. Mentionnez-moi de nouveau avec quelques mots, ou en réponse au message voulu.',
    stillOpen: 'Encore sans réponse :',
    missingAnswer: 'Il manque : une réponse à',
    noOtherMessage: 'aucun autre message ne parle de',
  },
  es: {
    extract: 'Extracto (sin modelo de lenguaje configurado):',
    fallback: 'Extracto (el modelo de lenguaje no respondió):',
    nothingFound:
      'Nada en este chat trata de eso. Menciónenme otra vez como respuesta al mensaje en cuestión, o con unas palabras sobre él.',
    notInContext: 'No está en el chat:',
    tagAgain: 'Menciónenme otra vez cuando esté aquí.',
    missingQuestion:
      'Falta: lo que se quiere saber. Menciónenme otra vez con unas palabras, o como respuesta al mensaje en cuestión.',
    stillOpen: 'Sigue abierto:',
    missingAnswer: 'Falta: una respuesta a',
    noOtherMessage: 'ningún otro mensaje habla de',
  },
  pt: {
    extract: 'Trecho (nenhum modelo de linguagem configurado):',
    fallback: 'Trecho (o modelo de linguagem não respondeu):',
    nothingFound:
      'Nada neste chat trata disso. Mencione-me de novo em resposta à mensagem em questão, ou com algumas palavras sobre ela.',
    notInContext: 'Não está no chat:',
    tagAgain: 'Mencione-me de novo quando estiver aqui.',
    missingQuestion:
      'Falta: o que você quer saber. Mencione-me de novo com algumas palavras, ou em resposta à mensagem em questão.',
    stillOpen: 'Ainda em aberto:',
    missingAnswer: 'Falta: uma resposta a',
    noOtherMessage: 'nenhuma outra mensagem fala de',
  },
  it: {
    extract: 'Estratto (nessun modello linguistico configurato):',
    fallback: 'Estratto (il modello linguistico non ha risposto):',
    nothingFound:
      'Niente in questa chat ne parla. Menzionami di nuovo in risposta al messaggio che intendi, o con qualche parola in più.',
    notInContext: 'Non è nella chat:',
    tagAgain: 'Menzionami di nuovo quando sarà qui.',
    missingQuestion:
      'Manca: che cosa vuoi sapere. Menzionami di nuovo con qualche parola, o in risposta al messaggio che intendi.',
    stillOpen: 'Ancora aperto:',
    missingAnswer: 'Manca: una risposta a',
    noOtherMessage: 'nessun altro messaggio parla di',
  },
  pl: {
    extract: 'Wyciąg (nie skonfigurowano modelu językowego):',
    fallback: 'Wyciąg (model językowy nie odpowiedział):',
    nothingFound:
      'Nic na tym czacie tego nie dotyczy. Oznacz mnie ponownie w odpowiedzi na właściwą wiadomość albo dodaj kilka słów.',
    notInContext: 'Nie ma na czacie:',
    tagAgain: 'Oznacz mnie ponownie, gdy się tu pojawi.',
    missingQuestion:
      'Brakuje: co chcesz wiedzieć. Oznacz mnie ponownie z kilkoma słowami albo w odpowiedzi na właściwą wiadomość.',
    stillOpen: 'Wciąż otwarte:',
    missingAnswer: 'Brakuje: odpowiedzi na',
    noOtherMessage: 'żadna inna wiadomość nie wspomina o',
  },
  tr: {
    extract: 'Alıntı (dil modeli ayarlanmamış):',
    fallback: 'Alıntı (dil modeli yanıt vermedi):',
    nothingFound:
      'Bu sohbette bununla ilgili bir şey yok. Kastettiğin mesajı yanıtlayarak ya da birkaç kelime ekleyerek beni yeniden etiketle.',
    notInContext: 'Sohbette yok:',
    tagAgain: 'Burada yazılınca beni yeniden etiketle.',
    missingQuestion:
      'Eksik: ne öğrenmek istediğin. Birkaç kelimeyle ya da kastettiğin mesajı yanıtlayarak beni yeniden etiketle.',
    stillOpen: 'Hâlâ açık:',
    missingAnswer: 'Eksik: şunun yanıtı:',
    noOtherMessage: 'başka hiçbir mesajda geçmeyen:',
  },
} as const

import type { Media } from '../../domain/message.ts'
import { withoutMarks } from './whatsapp-line.ts'

/* Media in the text of an export: a file name if it was exported, else a phrase in the phone's language. */

/** The text of a message and its media. */
type Told = {
  readonly text: string
  readonly media: readonly Media[]
  readonly isDeleted: boolean
}

/** <Media omitted>, <Medien ausgeschlossen>, <Без медиафайлов>, … */
const OMITTED =
  /^<[^<>]*(media|medien|médias?|multimedia|multimédia|mídia|medya|медиа|медіа|मीडिया|媒體|媒体|メディア|미디어|وسائط|archivo omitido)[^<>]*>$/i
/** "image omitted", "Bild weggelassen", "изображение отсутствует", … */
const KIND_OMITTED =
  /^(.{2,25}) (omitted|weggelassen|absente?|omise?|omitid[oa]|ocultad[oa]|oculto|omess[oa]|weggelaten|отсутствует|пропущено|пропущен|dahil edilmedi|pominięt[oy])$/i
/** <attached: 01-PHOTO.jpg>, <Anhang: …>, <adjunto: …> */
const ATTACHED = /^<[^<>:]{3,30}: ?([^<>]+\.[a-z0-9]{2,5})>$/i
/** "IMG-20231231-WA0001.jpg (file attached)" */
const BESIDE =
  /^(.+\.[a-z0-9]{2,5}) \((?:file attached|datei angehängt|archivo adjunto|fichier joint|arquivo anexado|file allegato|bestand bijgevoegd|dosya ekli|plik dołączony|файл добавлен|файл додано|फ़ाइल संलग्न है|附加檔案|文件附件|添付ファイル|파일 첨부됨)\)$/i
const WA_NAME = /^((?:IMG|VID|AUD|PTT|DOC|STK)-\d{8}-WA\d{4}\.[a-z0-9]{2,5}) \([^()]+\)$/i
/** Photos and voice messages that could be opened once. Androids write "null" for a photo. */
const VIEW_ONCE =
  /^(null|<?view once .{0,30}omitted>?|<(file not revealed|ficheiro não revelado|arquivo não revelado|archivo no revelado)>)$/i
/** iPhones write the caption before the file, and mark the file: "Our tent \u200e<attached: 01-PHOTO.jpg>". */
const CAPTIONED = /^(.*\S)\s*\u200e((?:<[^<>\n]+>|[^<>\n\u200e]{2,40}))$/s
const EDITED =
  /\s*<[^<>]*(edited|bearbeitet|modifi|editad|editó|изменен|отредактирован|відредагован|bewerkt|düzenlendi|edytowan)[^<>]*>$/i
const DELETED =
  /^(this message was deleted|you deleted this message|diese nachricht wurde gelöscht|du hast diese nachricht gelöscht|ce message a été supprimé|vous avez supprimé ce message|se eliminó este mensaje|eliminaste este mensaje|mensagem apagada|você apagou esta mensagem|questo messaggio è stato eliminato|hai eliminato questo messaggio|данное сообщение удалено|вы удалили данное сообщение|це повідомлення видалено|ви видалили це повідомлення|dit bericht is verwijderd|bu mesaj silindi|ta wiadomość została usunięta)\.?$/i

const KINDS: readonly (readonly [RegExp, string])[] = [
  [
    /image|bild|imagen|imagem|immagine|изображ|картин|afbeelding|görüntü|zdjęcie|photo|foto/i,
    'photo',
  ],
  [/vid[eé]o|видео|відео/i, 'video'],
  [/audio|áudio|аудио|аудіо|ses/i, 'audio'],
  [/sticker|стикер|стікер|autocollant|figurinha|çıkartma/i, 'sticker'],
  [/gif/i, 'animation'],
  [/document|dokument|documento|документ|belge/i, 'document'],
  [/contact|kontakt|contatto|контакт/i, 'contact'],
]
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/^ptt|\.opus$/i, 'voice'],
  [/\.(jpe?g|png|heic)$/i, 'photo'],
  [/\.(mp4|mov|3gp)$/i, 'video'],
  [/\.(mp3|m4a|aac|ogg)$/i, 'audio'],
  [/\.webp$/i, 'sticker'],
]

/** Separates media, edit marks and deletions from the raw text. */
export function readWhatsAppText(raw: string): Told {
  const [, before, marked = ''] = CAPTIONED.exec(raw.replace(EDITED, '').trimEnd()) ?? []
  const captioned = mediaIn(marked)
  if (before !== undefined && captioned !== null) {
    return { text: withoutMarks(before).trim(), media: [captioned], isDeleted: false }
  }
  const text = withoutMarks(raw).replace(EDITED, '').trim()
  if (DELETED.test(text)) return { text: '', media: [], isDeleted: true }
  const [first = '', ...more] = text.split('\n')
  const media = mediaIn(first.trim())
  // "Nothing was omitted" may be an ordinary message.
  if (media === null) return { text, media: [], isDeleted: false }
  return { text: more.join('\n').trim(), media: [media], isDeleted: false }
}

/** What a line stands for: a file, or media that were left out; null for a text. */
function mediaIn(line: string): Media | null {
  const name = (ATTACHED.exec(line) ?? BESIDE.exec(line) ?? WA_NAME.exec(line))?.[1]?.trim()
  if (name !== undefined) return { kind: kindOf(name), name }
  if (VIEW_ONCE.test(line)) return { kind: /voice/i.test(line) ? 'voice' : 'media' }
  if (OMITTED.test(line)) return { kind: 'media' }
  const what = KIND_OMITTED.exec(line)?.[1]
  const kind = KINDS.find(([pattern]) => pattern.test(what ?? ''))?.[1]
  return kind === undefined ? null : { kind }
}

function kindOf(name: string): string {
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? 'document'
}

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
  const text = withoutMarks(raw).replace(EDITED, '').trim()
  if (DELETED.test(text)) return { text: '', media: [], isDeleted: true }
  const [first = '', ...more] = text.split('\n')
  const line = first.trim()
  const name = (ATTACHED.exec(line) ?? BESIDE.exec(line) ?? WA_NAME.exec(line))?.[1]?.trim()
  const caption = more.join('\n').trim()
  if (name !== undefined) {
    return { text: caption, media: [{ kind: kindOf(name), name }], isDeleted: false }
  }
  if (OMITTED.test(line)) return { text: caption, media: [{ kind: 'media' }], isDeleted: false }
  const what = KIND_OMITTED.exec(line)?.[1]
  const kind = KINDS.find(([pattern]) => pattern.test(what ?? ''))?.[1]
  // "Nothing was omitted" may be an ordinary message.
  if (kind === undefined) return { text, media: [], isDeleted: false }
  return { text: caption, media: [{ kind }], isDeleted: false }
}

function kindOf(name: string): string {
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? 'document'
}

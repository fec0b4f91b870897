import type { DecisionWords } from './decision-words.ts'

const TR: DecisionWords = {
  decided: `karar verdik|kararlaştırdık|anlaştık|ayırttı[mk]|rezerve ettim|rezervasyon yaptı[mk]|sipariş verdi[mk]|iptal(?: edildi| ettik| oldu)?|ertelendi|erteledik|buluşuyoruz|gidiyoruz|tamamdır|biletleri aldı[mk]`,
  commits: `ben (?:getiririm|alırım|yaparım|öderim|hallederim|ayarlarım|getiriyorum|alıyorum)`,
  arranged: `geliyor|geliyoruz|geliyorlar|başlıyor|çıkıyoruz|kalkıyor|toplanıyoruz|oynuyoruz`,
  confirms: `o zaman|olsun|^(?:tamam|peki|süper)`,
  agrees: `anlaştık|tamamdır`,
  times: `pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar|bugün|yarın|akşam|sabah|öğlen|ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık`,
  doubts: `eğer|belki|henüz|acaba`,
}

const HI: DecisionWords = {
  decided: `तय (?:हुआ|हो गया|है|कर लिया)|फैसला (?:हुआ|किया)|बुक कर (?:दिया|लिया)|रद्द|टल गया`,
  commits: `मैं (?:लाऊंगा|लाऊंगी|लाऊँगा|लाऊँगी|ले आऊंगा|ले आऊंगी|कर दूंगा|कर दूंगी)`,
  arranged: `आएगा|आएगी|आएंगे|मिलते हैं|निकलेंगे|शुरू होगा|शुरू होगी`,
  confirms: `तो|ठीक है|फिर`,
  agrees: `तय हुआ|तय है`,
  times: `सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार|रविवार|आज|कल|परसों|शाम|सुबह|बजे`,
  doubts: `अगर|शायद|अभी नहीं|क्या`,
}

const AR: DecisionWords = {
  decided: `قررنا|اتفقنا|تقرر|تم (?:الحجز|التأكيد|الإلغاء|التأجيل)|حجزت|حجزنا|ألغينا|أجلنا|نلتقي|تأجل|تأجلت|ألغي`,
  commits: `(?:أنا )?(?:سأحضر|سأشتري|سأجلب|سأدفع|سأحجز)`,
  arranged: `سيأتي|يأتي|يصل|نبدأ|يبدأ|تبدأ|ننطلق|الموعد`,
  confirms: `إذن|إذا|حسنا|تمام|طيب`,
  agrees: `اتفقنا`,
  times: `الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد|اليوم|غدا|غدًا|مساء|صباحا|الساعة`,
  doubts: `لو|ربما|ليس بعد|لم نقرر|هل|من يستطيع`,
}

/** Turkish, Hindi, Arabic. */
export const OTHER_SPACED: readonly DecisionWords[] = [TR, HI, AR]

import type { DecisionWords } from './decision-words.ts'

const FR: DecisionWords = {
  decided: [
    `décidé|convenu|réservé~|validé|confirmé|annulé~|reporté~|commandé~|adjugé|calé|décalé~|déplacé~|inscrit~`,
    `on (?:prend|fait|part sur|se retrouve|se voit|se rejoint|garde|y va|annule|reporte|décale|dit)|va pour|ça sera|ce sera`,
    `c'est (?:bon|calé|réglé|décidé|noté|parti|fait|acté)|(?:billets|places) (?:pris~|acheté~)|j'ai (?:pris|acheté)|marché conclu`,
  ].join('|'),
  commits: `je (?:m'occupe|m'en (?:occupe|charge)|me charge|prends|ramène|apporte|réserve|commande|achète|cuisine|conduis|paie|paye|gère|fais (?:le|la|les|un|une))`,
  arranged: `passe|arrive|vient|viennent|part|partons|rendez-vous|rdv|départ|commence|livré~|livraison|ouvre|ferme`,
  confirms: `alors|donc|entendu|^(?:ok|d'accord|parfait|bon|super)`,
  agrees: `marché conclu|entendu|adjugé`,
  times: [
    `lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|aujourd'hui|demain|ce soir|midi|minuit|week-?end`,
    `janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre`,
  ].join('|'),
  doubts: `si(?! *[,!])|peut-être|pas encore|on pourrait|est-ce qu~|faudrait|pas sûr~|qui (?:peut|a|vient|veut)|rien|ou|quelle heure|combien`,
}

const ES: DecisionWords = {
  decided: [
    `decidid[oa]s?|decidimos|quedamos (?:en|a|el|con|para)|acordad[oa]s?|reservad[oa]s?|reservé|confirmad[oa]s?|cancelad[oa]s?`,
    `aplazad[oa]s?|pospuest[oa]s?|apuntad[oa]s?|encargad[oa]s?|comprad[oa]s?|pedid[oa]s?|suspendid[oa]s?|compramos|pedimos|elegimos`,
    `se (?:cancela|aplaza|suspende|pospone|cambia|mueve|adelanta|retrasa)|cambia(?:do|n|ron)? (?:a|al|para|la hora|el día|la fecha)`,
    `vamos con|nos vemos (?:a|el|en)|hecho,? (?:entonces|pues)|trato hecho|ya está (?:hecho|todo|lista?)|listo,|al final (?:es|será|vamos)`,
  ].join('|'),
  commits: `(?:yo )?me (?:encargo|ocupo)|yo (?:llevo|traigo|compro|hago|pago|conduzco|cocino|pongo (?:el|la|los|las)|recojo|reservo)`,
  arranged: `viene|vienen|llega|llegan|salimos|salgo|empieza|empezamos|jugamos|pasa|pasan|cierra|abre|entregan?|volvemos|quedada`,
  confirms: `entonces|pues|^(?:vale|venga|perfecto|ok|listo|dale|bueno)`,
  agrees: `trato hecho|hecho|acordado|de acuerdo`,
  times: [
    `lunes|martes|miércoles|miercoles|jueves|viernes|sábados?|sabados?|domingos?|hoy|mañana|esta (?:noche|tarde)|mediodía|finde`,
    `enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre`,
  ].join('|'),
  doubts: `si(?! *[,!])|quizás?|tal vez|aún no|todavía no|a lo mejor|podríamos|podemos|quién|quien (?:va|puede|tiene)|no sé|nada`,
}

const PT: DecisionWords = {
  decided: [
    `combinad[oa]s?|decidimos|decidid[oa]|fechad[oa]|marcad[oa]s?|reservei|reservad[oa]s?|confirmad[oa]s?|cancelad[oa]s?|adiad[oa]s?`,
    `encomendei|encomendad[oa]s?|comprei|remarcad[oa]|ficou (?:decidido|combinado|marcado|para)|vamos (?:de|com)|mudou para|tá feito|fica (?:para|pra)`,
  ].join('|'),
  commits: `(?:eu )?(?:levo|trago|compro|faço) (?:o|a|os|as|um|uma)|eu (?:levo|trago|compro|faço|pago|cozinho|busco|reservo)|deixa comigo|fico com`,
  arranged: `vem|vêm|chega|chegam|saímos|saio|começa|começamos|jogamos|passa|encontro|entregam?|fecha|abre|a gente se vê`,
  confirms: `então|fechou|bora|^(?:ok|tá|beleza|certo|perfeito)`,
  agrees: `combinado|fechado|fechou`,
  times: [
    `segunda|terça|quarta|quinta|sexta|sábado|domingo|hoje|amanhã|hoje à noite|meio-dia|fim de semana`,
    `janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro`,
  ].join('|'),
  doubts: `talvez|ainda não|será que|poderíamos|podemos|quem (?:vai|pode|tem)|não sei|se (?:der|chover|puder)|nada`,
}

const IT: DecisionWords = {
  decided: [
    `decis[oa]|abbiamo deciso|concordat[oa]|prenotat[oaie]|confermat[oaie]|annullat[oaie]|rimandat[oaie]|spostat[oaie]|ordinat[oaie]|rinviat[oaie]`,
    `ci vediamo (?:a|alle|il)|facciamo (?:così|alle|il)|andiamo con|affare fatto|prendiamo|salta|è fatta|ho (?:preso|comprato)`,
  ].join('|'),
  commits: `ci penso io|(?:porto|prendo|compro|faccio|guido|pago|cucino) io|io (?:porto|prendo|compro|guido|pago|cucino|prenoto)|me ne occupo`,
  arranged: `viene|vengono|arriva|arrivano|partiamo|partenza|parto|inizia|iniziamo|giochiamo|passa|ritrovo|chiude|apre|consegnano`,
  confirms: `allora|quindi|^(?:ok|va bene|perfetto|bene)`,
  agrees: `affare fatto|d'accordo`,
  times: [
    `lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|oggi|domani|stasera|mezzogiorno|weekend`,
    `gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre`,
  ].join('|'),
  doubts: `forse|oppure|non ancora|magari|potremmo|possiamo|chi (?:può|ha|viene)|non so|se (?:piove|puoi|riesci)|niente`,
}

/** French, Spanish, Portuguese, Italian. */
export const ROMANCE: readonly DecisionWords[] = [FR, ES, PT, IT]

import { phrases } from './phrases';

/**
 * Words for "wrote" in the attribution above a quote, by language. Only whole words match, so "wrotes" does not match.
 * `wroteInScripts` contains the languages without spaces.
 */
export const wroteByLanguage = {
  af: 'geskryf | skryf',
  bg: 'написа | написал | пише',
  bs: 'je napisao | je napisala | napisao je | napisala je | napisao | napisala',
  ca: 'va escriure | ha escrit | escrigué',
  cs: 'napsal(a) | napsal/a | napsal | napsala | píše',
  cy: 'ysgrifennodd',
  da: 'skrev følgende | skrev | skriver | skrevet',
  de: 'schrieb | schrieben | geschrieben | schreibt',
  el: 'έγραψε | έγραψαν | γράφει',
  en: 'wrote | writes | has written | sent',
  es: 'escribió | escribio | ha escrito | escribía',
  et: 'kirjutas',
  eu: 'idatzi du | igorleak hau idatzi zuen',
  fi: 'kirjoitti | kirjoittaa',
  fil: 'sumulat | isinulat',
  fr: 'a écrit | ecrit | écrit | écrivait',
  ga: 'scríobh',
  gl: 'escribiu',
  hr: 'napisao je | napisala je | je napisao/la | napisao/la je | piše',
  hu: 'ezt írta | írta | írt',
  id: 'menulis | tulis',
  is: 'skrifaði',
  it: 'ha scritto | scritto | scrisse | scrive',
  lt: 'rašė | parašė',
  lv: 'rakstīja | uzrakstīja',
  mk: 'напиша',
  nb: 'skrev | skreiv | skrevet',
  nl: 'schreef | geschreven | schrijft | verzond',
  pl: 'napisał(a) | napisał/a | napisał | napisała | pisze',
  pt: 'escreveu | escreveram',
  ro: 'a scris | scrie',
  ru: 'написал(а) | написал | написала | пишет | писал | писал(а) | пишете',
  sk: 'napísal(a) | napísal/a | napísal | napísala | píše',
  sl: 'je napisal(a) | napisal | napisala | je napisal/-a',
  sq: 'shkroi',
  sr: 'је написао/ла | је написао | је написала | написао | написала | je napisao',
  sv: 'skrev följande | skrev | skrivit',
  sw: 'aliandika',
  tr: 'şunu yazdı | şunları yazdı | yazdı | yazmış',
  ur: 'نے لکھا | لکھا',
  uk: 'написав(ла) | написав | написала | написали | пише | писав',
  vi: 'đã viết | viết',
  ar: 'كتب | كتبت | كتب/ت',
  fa: 'نوشت | نوشته است',
  he: 'כתב | כתבה | כתב/ה | כתבו',
  hi: 'ने लिखा | लिखा',
  ka: 'დაწერა',
  hy: 'գրել է',
};

export const wroteWords = phrases(wroteByLanguage);

/** Words for "wrote" in scripts without spaces between words, or with endings that are attached to words. */
export const wroteInScripts = phrases(`
  写道 | 寫道 | 撰写 | 写到 | 來信 | のメッセージ | のメール | さんは書きました | が書きました | 書きました | 作成 | 작성 | 썼습니다 | 씀 | เขียน |
  เขียนว่า
`);

/** Words for "wrote" that are those of prose elsewhere in a line. */
export const wroteAtStart = phrases('gesendet von');

/** The first words of an attribution that does not start with a date. */
export const attributionStarts = phrases(`
  on | at | më | kuupäev | in an email dated | in a message dated | le | el | il | il giorno | in data | em | no dia |
  am | vom | gesendet von | op | den | på | w dniu | dnia | dne | dňa | v | u | dana | pe | în | în data | in | la data |
  на | в | во | у | στις | στην | ngày | vào | vào lúc | pada | pada tanggal | noong | el dia | o | a |
  dia | kl | lúc | ar | sa | mnamo | quoting | missatge de | wiadomość napisana przez | בתאריך | ב | في | بتاريخ | در | در تاریخ | เมื่อ | วันที่ |
  在 | 于 | 於
`);

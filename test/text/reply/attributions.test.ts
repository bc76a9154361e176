import { readReply } from '../../../shared/text/reply/read-reply';

const reply = 'Tuesday suits me.\n\nShall we say nine?';
const replyIn = (text: string) => readReply({ text, html: null }).text;

/** Attributions that an address or a full date distinguishes from prose, even without a quote below. */
const attributions: readonly [string, string][] = [
  ['Gmail in English', 'On Mon, Oct 5, 2020 at 10:10 AM Kim Li <kim@example.com> wrote:'],
  ['Gmail in British English', 'On Mon, 5 Oct 2020 at 10:10, Kim Li <kim@example.com> wrote:'],
  [
    'Gmail with a narrow space before PM',
    'On Mon, Oct 5, 2020 at 10:10\u202fPM Kim Li <kim@example.com> wrote:',
  ],
  ['Gmail in German', 'Am Mo., 5. Okt. 2020 um 10:10 Uhr schrieb Kim Li <kim@example.com>:'],
  ['Gmail in German with the name first', 'Kim Li <kim@example.com> schrieb am Mo., 5. Okt. 2020, 10:10:'],
  ['Gmail in French', 'Le lun. 5 oct. 2020 à 10:10, Kim Li <kim@example.com> a écrit :'],
  ['Gmail in Spanish', 'El lun, 5 oct 2020 a las 10:10, Kim Li (<kim@example.com>) escribió:'],
  ['Gmail in Italian', 'Il giorno lun 5 ott 2020 alle ore 10:10 Kim Li <kim@example.com> ha scritto:'],
  [
    'Gmail in Brazilian Portuguese',
    'Em seg., 5 de out. de 2020 às 10:10, Kim Li <kim@example.com> escreveu:',
  ],
  ['Gmail in European Portuguese', 'Kim Li <kim@example.com> escreveu no dia segunda, 5/10/2020 à(s) 10:10:'],
  ['Gmail in Dutch', 'Op ma 5 okt. 2020 om 10:10 schreef Kim Li <kim@example.com>:'],
  ['Gmail in Danish', 'Den man. 5. okt. 2020 kl. 10.10 skrev Kim Li <kim@example.com>:'],
  ['Gmail in Swedish', 'Den mån 5 okt. 2020 kl 10:10 skrev Kim Li <kim@example.com>:'],
  ['Gmail in Norwegian', 'man. 5. okt. 2020 kl. 10:10 skrev Kim Li <kim@example.com>:'],
  ['Gmail in Finnish', 'ma 5. lokak. 2020 klo 10.10 Kim Li (kim@example.com) kirjoitti:'],
  ['Gmail in Polish', 'pon., 5 paź 2020 o 10:10 Kim Li <kim@example.com> napisał(a):'],
  ['Gmail in Czech', 'po 5. 10. 2020 v 10:10 odesílatel Kim Li <kim@example.com> napsal:'],
  ['Gmail in Slovak', 'po 5. 10. 2020 o 10:10 Kim Li <kim@example.com> napísal(a):'],
  ['Gmail in Hungarian', 'Kim Li <kim@example.com> ezt írta (időpont: 2020. okt. 5., H, 10:10):'],
  ['Gmail in Romanian', 'În lun., 5 oct. 2020 la 10:10, Kim Li <kim@example.com> a scris:'],
  ['Gmail in Bulgarian', 'На пн, 5.10.2020 г. в 10:10 Kim Li <kim@example.com> написа:'],
  ['Gmail in Croatian', 'pon, 5. lis 2020. u 10:10 Kim Li <kim@example.com> napisao je:'],
  ['Gmail in Serbian', 'пон, 5. окт 2020. у 10:10 Kim Li <kim@example.com> је написао/ла:'],
  ['Gmail in Slovenian', 'V V pon., 5. okt. 2020 ob 10:10 je oseba Kim Li <kim@example.com> napisala:'],
  ['Gmail in Russian', 'пн, 5 окт. 2020 г. в 10:10, Kim Li <kim@example.com>:'],
  ['Gmail in Ukrainian', 'пн, 5 жовт. 2020 р. о 10:10 Kim Li <kim@example.com> пише:'],
  ['Gmail in Greek', 'Στις Δευ 5 Οκτ 2020 στις 10:10 π.μ., ο χρήστης Kim Li <kim@example.com> έγραψε:'],
  ['Gmail in Turkish', 'Kim Li <kim@example.com>, 5 Eki 2020 Pzt, 10:10 tarihinde şunu yazdı:'],
  [
    'Gmail in Hebrew',
    '\u202bבתאריך יום ב׳, 5 באוק׳ 2020 ב-10:10 מאת \u202aKim Li\u202c\u200f <\u202akim@example.com\u202c\u200f>:\u202c',
  ],
  [
    'Gmail in Arabic',
    'في الاثنين، ٥ أكتوبر ٢٠٢٠ في ١٠:١٠ ص تمت كتابة ما يلي بواسطة Kim Li <kim@example.com>:',
  ],
  ['Gmail in Persian', 'در تاریخ دوشنبه ۵ اکتبر ۲۰۲۰،‏ ۱۰:۱۰ Kim Li <kim@example.com> نوشت:'],
  ['Gmail in Vietnamese', 'Vào Th 2, 5 thg 10, 2020 vào lúc 10:10 Kim Li <kim@example.com> đã viết:'],
  ['Gmail in Thai', 'เมื่อ จ. 5 ต.ค. 2020 เวลา 10:10 Kim Li <kim@example.com> เขียนว่า:'],
  ['Gmail in Indonesian', 'Pada tanggal Sen, 5 Okt 2020 pukul 10.10 Kim Li <kim@example.com> menulis:'],
  ['Gmail in Japanese', '2020年10月5日(月) 10:10 Kim Li <kim@example.com>:'],
  ['Gmail in Korean', '2020년 10월 5일 (월) 오전 10:10, Kim Li <kim@example.com>님이 작성:'],
  ['Gmail in Simplified Chinese', 'Kim Li <kim@example.com> 于2020年10月5日周一 10:10写道：'],
  ['Gmail in Traditional Chinese', 'Kim Li <kim@example.com> 於 2020年10月5日 週一 上午10:10寫道：'],
  ['Gmail in Estonian', 'Kim Li <kim@example.com> kirjutas kuupäeval E, 5. oktoober 2020 kell 10:10:'],
  [
    'Gmail in Latvian',
    'pirmd., 2020. g. 5. okt., plkst. 10:10 — lietotājs Kim Li (<kim@example.com>) rakstīja:',
  ],
  ['Gmail in Lithuanian', '2020-10-05, pr, 10:10 Kim Li <kim@example.com> rašė:'],
  ['Gmail in Catalan', 'Missatge de Kim Li <kim@example.com> del dia dl., 5 d’oct. 2020 a les 10:10:'],
  ['old Gmail with a numeric date', '2020/10/5 Kim Li <kim@example.com>'],
  ['old Gmail with a time zone', '2020-10-05 10:10 GMT+02:00 Kim Li <kim@example.com>:'],
  ['Apple Mail in English', 'On Oct 5, 2020, at 10:10 AM, Kim Li <kim@example.com> wrote:'],
  ['Apple Mail in British English', 'On 5 Oct 2020, at 10:10, Kim Li <kim@example.com> wrote:'],
  ['Apple Mail in German', 'Am 05.10.2020 um 10:10 schrieb Kim Li <kim@example.com>:'],
  ['Apple Mail in French', 'Le 5 oct. 2020 à 10:10, Kim Li <kim@example.com> a écrit :'],
  ['Apple Mail in Spanish', 'El 5 oct 2020, a las 10:10, Kim Li <kim@example.com> escribió:'],
  ['Apple Mail in Italian', 'Il giorno 5 ott 2020, alle ore 10:10, Kim Li <kim@example.com> ha scritto:'],
  ['Apple Mail in Dutch', 'Op 5 okt. 2020 om 10:10 heeft Kim Li <kim@example.com> het volgende geschreven:'],
  [
    'Apple Mail in Polish',
    'Wiadomość napisana przez Kim Li <kim@example.com> w dniu 05.10.2020, o godz. 10:10:',
  ],
  ['Apple Mail in Danish', 'Den 5. okt. 2020 kl. 10.10 skrev Kim Li <kim@example.com>:'],
  ['Apple Mail in Swedish', '5 okt. 2020 kl. 10:10 skrev Kim Li <kim@example.com>:'],
  ['Apple Mail in Finnish', 'Kim Li <kim@example.com> kirjoitti 5.10.2020 kello 10.10:'],
  ['Apple Mail in Russian', '5 окт. 2020 г., в 10:10, Kim Li <kim@example.com> написал(а):'],
  ['Apple Mail in Czech', '5. 10. 2020 v 10:10, Kim Li <kim@example.com>:'],
  ['Apple Mail in Hungarian', '2020. okt. 5. dátummal, 10:10 időpontban Kim Li <kim@example.com> írta:'],
  ['Apple Mail in Japanese', '2020/10/05 10:10、Kim Li <kim@example.com>のメール:'],
  ['Apple Mail in Korean', '2020. 10. 5. 오전 10:10, Kim Li <kim@example.com> 작성:'],
  ['Apple Mail in Chinese', '在 2020年10月5日，上午10:10，Kim Li <kim@example.com> 写道：'],
  ['Thunderbird in English', 'On 10/5/20 10:10, Kim Li wrote:'],
  ['Thunderbird in German', 'Am 05.10.20 um 10:10 schrieb Kim Li:'],
  ['Thunderbird in French', 'Le 05/10/2020 à 10:10, Kim Li a écrit :'],
  ['Thunderbird in Spanish', 'El 5/10/20 a las 10:10, Kim Li escribió:'],
  ['Thunderbird in Italian', 'Il 05/10/20 10:10, Kim Li ha scritto:'],
  ['Thunderbird in Dutch', 'Op 05-10-2020 om 10:10 schreef Kim Li:'],
  ['Thunderbird in Polish', 'W dniu 05.10.2020 o 10:10, Kim Li pisze:'],
  ['Thunderbird in Czech', 'Dne 05. 10. 20 v 10:10 Kim Li napsal(a):'],
  ['Thunderbird in Swedish', 'Den 2020-10-05 kl. 10:10, skrev Kim Li:'],
  ['Thunderbird in Portuguese', 'Em 05/10/2020 10:10, Kim Li escreveu:'],
  ['Thunderbird in Russian', '05.10.2020 10:10, Kim Li пишет:'],
  ['Thunderbird in Hungarian', '2020. 10. 05. 10:10 keltezéssel, Kim Li írta:'],
  ['Thunderbird in Finnish', '5.10.2020 10.10, Kim Li kirjoitti:'],
  ['Thunderbird in Turkish', '5.10.2020 10:10 tarihinde Kim Li yazdı:'],
  ['Yahoo', 'On Monday, October 5, 2020, 10:10:00 AM GMT+2, Kim Li <kim@example.com> wrote:'],
  ['Yahoo in French', 'Le lundi 5 octobre 2020 à 10:10:00 UTC+2, Kim Li <kim@example.com> a écrit :'],
  ['Yahoo in Spanish', 'El lunes, 5 de octubre de 2020, 10:10:00 GMT+2, Kim Li <kim@example.com> escribió:'],
  ['Yandex', '05.10.2020, 10:10, "Kim Li" <kim@example.com>:'],
  ['Mail.ru', 'Понедельник, 5 октября 2020, 10:10 +03:00 от Kim Li <kim@example.com>:'],
  ['Zoho', '---- On Mon, 05 Oct 2020 10:10:00 +0200 Kim Li <kim@example.com> wrote ----'],
  [
    'Proton',
    '‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Monday, October 5th, 2020 at 10:10, Kim Li <kim@example.com> wrote:',
  ],
  ['Open-Xchange', 'Kim Li <kim@example.com> hat am 05.10.2020 10:10 geschrieben:'],
  ['Open-Xchange without an address', 'Ada Lovelace hat am 05.05.2026 10:10 geschrieben:'],
  ['Open-Xchange with a date only', 'Ada Lovelace hat am 5. Mai 2026 geschrieben:'],
  ['Open-Xchange with a weekday', 'Ada Lovelace hat am Dienstag, 5. Mai 2026 geschrieben:'],
  ['Open-Xchange with the last name first', '"Lovelace, Ada" hat am 05.05.2026 10:10 geschrieben:'],
  ['Open-Xchange with a time zone', 'Dr. Ada Lovelace hat am 05.05.2026 10:10 CEST geschrieben:'],
  ['Yahoo in German without an address', 'Am 05.05.2026 um 10:10 hat Ada Lovelace Folgendes geschrieben:'],
  [
    'Apple Mail in Dutch without an address',
    'Op di 5 mei 2026 om 10:10 heeft Ada Lovelace het volgende geschreven:',
  ],
  [
    'Gmail in Greek without an address',
    'Στις Τρί 5 Μαΐ 2026 στις 10:10 π.μ., ο χρήστης Ada Lovelace έγραψε:',
  ],
  ['a name first, in English', 'Ada Lovelace wrote on 5/5/2026 10:10 AM:'],
  ['a name first, in German', 'Ada Lovelace schrieb am 05.05.2026 um 10:10:'],
  ['a verb first, in German', 'Gesendet von Ada Lovelace am 05.05.2026 um 10:10:'],
  ['a verb first and a month, in German', 'Gesendet von Ada Lovelace am 5. Mai 2026, 10:10 Uhr:'],
  ['an address first, in German', 'ada@example.com schrieb am 05.05.2026 10:10:'],
  ['a name first, in French', 'Ada Lovelace a écrit le 5 mai 2026 à 10:10 :'],
  ['a name first, in Spanish', 'Ada Lovelace escribió el 5 de mayo de 2026 a las 10:10:'],
  ['a name first, in Italian', 'Ada Lovelace ha scritto il 05/05/2026 alle 10:10:'],
  ['a name first, in Portuguese', 'Ada Lovelace escreveu no dia 5 de maio de 2026 às 10:10:'],
  ['a name first, in Dutch', 'Ada Lovelace schreef op 5 mei 2026 om 10:10:'],
  ['a name first and the verb last, in Dutch', 'Ada Lovelace heeft op 05-05-2026 10:10 geschreven:'],
  ['a name first, in Swedish', 'Ada Lovelace skrev den 2026-05-05 10:10:'],
  ['a name first, in Danish', 'Ada Lovelace skrev den 5. maj 2026 kl. 10.10:'],
  ['a name first and the verb last, in Norwegian', 'Ada Lovelace har den 5. mai 2026 skrevet:'],
  ['a name first, in Finnish', 'Ada Lovelace kirjoitti 5.5.2026 klo 10.10:'],
  ['a name first, in Polish', 'Ada Lovelace napisała w dniu 5 maja 2026 o 10:10:'],
  ['a name first, in Czech', 'Ada Lovelace napsal(a) dne 5.5.2026 v 10:10:'],
  ['a name first, in Hungarian', 'Ada Lovelace ezt írta 2026.05.05. 10:10-kor:'],
  ['a name first, in Romanian', 'Ada Lovelace a scris la 05.05.2026 10:10:'],
  ['a name first, in Russian', 'Ада Лавлейс написала 5 мая 2026 г. в 10:10:'],
  ['a name first, in Turkish', 'Ada Lovelace, 5 Mayıs 2026 Salı 10:10 tarihinde şunu yazdı:'],
  ['a name first, in Greek', 'Ada Lovelace έγραψε στις 5/5/2026 10:10:'],
  ['a name first, in Chinese', 'Ada Lovelace 在 2026年5月5日 10:10 写道：'],
  ['a name first, in Japanese', 'Ada Lovelaceさんは2026年5月5日 10:10に書きました:'],
  ['K-9', 'Am 5. Oktober 2020 10:10:00 MESZ schrieb Kim Li <kim@example.com>:'],
  ['Evolution', 'On Mon, 2020-10-05 at 10:10 +0200, Kim Li wrote:'],
  ['Roundcube', 'On 2020-10-05 10:10, Kim Li wrote:'],
  ['Roundcube in Polish', 'W dniu 2020-10-05 10:10, Kim Li napisał(a):'],
  ['Gmail in Urdu', 'پیر، 5 اکتوبر، 2020 کو 10:10 AM پر Kim Li <kim@example.com> نے لکھا:'],
  ['Gmail in Estonian', 'Kuupäev E, 5. okt 2020 kell 10:10 kirjutas kasutaja Kim Li <kim@example.com>:'],
  ['Gmail in Albanian', 'Më hën, 5 tet 2020 në 10:10 AM, Kim Li <kim@example.com> shkroi:'],
  ['Outlook for Mac', 'On 10/5/20, 10:10 AM, "Kim Li" <kim@example.com> wrote:'],
  ['Mutt', 'On Mon, Oct 05, 2020 at 10:10:00AM +0200, Kim Li wrote:'],
  ['Gnus', 'Kim Li <kim@example.com> writes:'],
  ['Eudora', 'At 10:10 AM 10/5/2020, Kim Li wrote:'],
  ['a client that gives a date but no name', 'On Oct 5, 2020 10:10 AM, <kim@example.com> wrote:'],
];

/** Lines that are attributions only if a quote follows. */
const namesOnly: readonly string[] = [
  'Kim Li wrote:',
  'Kim wrote:',
  'Kim Li schrieb:',
  'kim@example.com wrote:',
  'On Monday Kim wrote:',
  'Kim Li via Example Forum wrote:',
  'Quoting Kim Li <kim@example.com>:',
  '2020年10月5日(月) 10:10 Kim Li:',
  'Kim Li (5.10.2020):',
  'Ysgrifennodd Kim Li ar 5 Hydref 2020:',
];

describe('the attribution line above a quote', () => {
  test.each(attributions)('of %s is removed with the quote', (_, attribution) => {
    expect(replyIn(`${reply}\n\n${attribution}\n\n> Are you free?\n>\n> Kim\n`)).toBe(reply);
  });

  test.each(attributions)('of %s ends the reply if the quote is not marked', (_, attribution) => {
    expect(replyIn(`${reply}\n\n${attribution}\n\nAre you free?\n\nKim\n`)).toBe(reply);
  });

  test.each(attributions)('of %s is removed above a reply that follows the quote', (_, attribution) => {
    expect(replyIn(`${attribution}\n> Are you free?\n\n${reply}\n`)).toBe(reply);
  });

  test.each(namesOnly)(
    'is removed if a quote follows, even if the line alone could be prose: %s',
    (attribution) => {
      expect(replyIn(`${reply}\n\n${attribution}\n> Are you free?\n`)).toBe(reply);
    },
  );

  test.each([
    ['before the address', 'On Mon, Oct 5, 2020 at 10:10 AM Kim Li\n<kim@example.com> wrote:'],
    ['inside the address', 'On Mon, Oct 5, 2020 at 10:10 AM Kim Li <\nkim@example.com> wrote:'],
    ['after the address', 'On Mon, Oct 5, 2020 at 10:10 AM Kim Li <kim@example.com>\nwrote:'],
    ['before the bracket', 'man. 5. okt. 2020 kl. 10:10 skrev Kim Li <kim@example.com\n>:'],
    ['before "> wrote:"', 'On Mon, Oct 5, 2020 at 10:10 AM, Kim Li <kim@example.com\n> wrote:'],
    [
      'twice',
      'On Mon, Oct 5, 2020 at 10:10 AM Kim Li von der Example Foundation\nfor Examples <\nkim@example.com> wrote:',
    ],
    ['after the verb', 'Kim Li <kim@example.com> schrieb am Mo., 5. Okt. 2020\num 10:10 Uhr:'],
    ['in French', 'Le lun. 5 oct. 2020 à 10:10, Kim Li <kim@example.com> a\nécrit :'],
    [
      'with blank lines',
      'On Mon, 5 Oct 2020 at 10:10 Kim Li\n\n<\nmailto:Kim Li <kim@example.com>\n> wrote:',
    ],
  ])('is joined if it was wrapped %s', (_, attribution) => {
    expect(replyIn(`${reply}\n\n${attribution}\n\n> Are you free?\n`)).toBe(reply);
    expect(replyIn(`${reply}\n${attribution}\n\n> Are you free?\n`)).toBe(reply);
  });

  test('can be on the same line as the reply', () => {
    expect(replyIn('Fine. On Mon, Oct 5, 2020 at 10:10 AM, kim@example.com wrote:\n> Free?')).toBe('Fine.');
  });

  test('can be inside the quote', () => {
    expect(
      replyIn(`${reply}\n\n> On 5 Oct 2020, at 10:10, Kim <kim@example.com> wrote:\n> \n> Free?\n`),
    ).toBe(reply);
  });

  test.each([
    'On Tuesday I wrote: no.',
    'On Tuesday Kim wrote to the board and they answered:\nno chance.',
    'This is what the manual says, as Kim wrote:\nturn it off.',
    'The agenda:\n10:00 Welcome\n11:30 Figures:\n12:00 Lunch',
    'My address is kim@example.com, write to me:\nany time.',
    '2020-10-05 10:10 the pump failed:\nno pressure.',
    'We have three dates:\nOn 5 October 2020: the opening.\nOn 6 October 2020: the talks.',
    'In 2019 we met in Lyon.\nIn 2020 nobody met:\nthat was sad.',
    'I read it on 5/10/2020 in the paper:\nit is over.',
  ])('is not detected in prose: %j', (prose) => {
    expect(replyIn(prose)).toBe(prose);
  });
});

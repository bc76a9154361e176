import { readReply } from '../../../shared/text/reply/read-reply';

const reply = 'Noon suits me.\n\nShall we meet at the gate?';

/** The attributions and quotes that mail clients append to a reply. */
const endings: readonly [string, string][] = [
  [
    'a wrapped attribution below a custom phone line',
    'Sent from a magnificent torch of pixels\n\nOn Dec 16, 2011, at 12:47 PM, Milan Horvat\n<reply@talk.example>\nwrote:\n\n> Was this caching related?',
  ],
  ['no space before the address', 'On Aug 22, 2011, at 7:37 PM, milan<reply@talk.example> wrote:\n\n> text'],
  ['Eudora without a name', 'At 02:02 PM 1/12/2015 -0500, you wrote:\n>text'],
  ['Eudora with a name', 'At 14:02 12.1.2015, Milan Horvat wrote:\n>text'],
  [
    'Lotus Notes',
    'Milan Horvat <m@h.example> wrote on 01/12/2015 02:02:31 PM:\n\n> From: Milan Horvat <m@h.example>\n> To: Ada\n> Date: 01/12/2015 02:02 PM\n> Subject: x\n>\n> text',
  ],
  ['Thunderbird with the name first', 'Milan Horvat wrote on 12/01/2015 14:02:\n> text'],
  ['Android with "p.m."', 'On 12 Jan 2015 2:02 p.m., "Milan Horvat" <m@h.example> wrote:\n\n> text'],
  ['Apple Mail in Portuguese', 'Em 12/01/2015, à(s) 14:02, Milan Horvat <m@h.example> escreveu:\n\n> texto'],
  [
    'iPhone in Portuguese',
    '> Em 12 de jan. de 2021, à(s) 14:02, Milan Horvat <m@h.example> escreveu:\n> \n> \ufefftexto',
  ],
  ['Thunderbird in Spanish', 'El 12/01/2015 a las 14:02, Milan Horvat escribió:\n> texto'],
  [
    'Yahoo in Spanish',
    '      El Lunes 12 de enero de 2015 14:02, Milan Horvat <m@h.example> escribió:\n   \n\n texto',
  ],
  ['iPhone in Spanish', '> El 12 ene 2021, a las 14:02, Milan Horvat <m@h.example> escribió:\n> \n> texto'],
  ['o2 in Polish', 'Dnia 12 stycznia 2015 14:02 Milan Horvat <m@h.example> napisał(a):\n\n> tekst'],
  [
    'iPhone in Polish',
    '> Wiadomość napisana przez Milan Horvat <m@h.example> w dniu 12.01.2015, o godz. 14:02:\n> \n> tekst',
  ],
  ['Thunderbird in Czech', 'Dne 12.1.2015 v 14:02 Milan Horvat napsal(a):\n> text'],
  [
    'Seznam in Czech',
    '---------- Původní e-mail ----------\nOd: Milan Horvat <m@h.example>\nKomu: a@x.example\nDatum: 12. 1. 2015 14:02:31\nPředmět: x\n\ntext',
  ],
  ['Thunderbird in Slovak', 'Dňa 12.1.2015 o 14:02 Milan Horvat napísal(a):\n> text'],
  ['Thunderbird in Hungarian', '2015.01.12. 14:02 keltezéssel, Milan Horvat írta:\n> szöveg'],
  ['Thunderbird in Romanian', 'La 12.01.2015 14:02, Milan Horvat a scris:\n> text'],
  ['Gmail in Romanian', 'În lun., 12 ian. 2015 la 14:02, Milan Horvat <m@h.example> a scris:\n\n> text'],
  ['Thunderbird in Finnish', 'Milan Horvat kirjoitti 12.1.2015 klo 14.02:\n> teksti'],
  ['Yahoo in Finnish', '12. tammikuuta 2015 14.02, Milan Horvat <m@h.example> kirjoitti:\n\n> teksti'],
  ['Thunderbird in Swedish', 'Den 2015-01-12 kl. 14:02, skrev Milan Horvat:\n> text'],
  ['Gmail in Swedish', 'Den mån 12 jan. 2015 kl 14:02 skrev Milan Horvat <m@h.example>:\n\n> text'],
  ['Gmail in Norwegian', 'man. 12. jan. 2015 kl. 14:02 skrev Milan Horvat <m@h.example>:\n\n> tekst'],
  ['iPhone in Norwegian', '> 12. jan. 2015 kl. 14:02 skrev Milan Horvat <m@h.example>:\n> \n> tekst'],
  ['Thunderbird in Dutch', 'Op 12-01-15 om 14:02 schreef Milan Horvat:\n> tekst'],
  ['Yahoo in Dutch', 'Op maandag 12 januari 2015 14:02 schreef Milan Horvat <m@h.example>:\n\ntekst'],
  [
    'Outlook on iPhone in Dutch',
    'Op 12 jan. 2015 om 14:02 heeft Milan Horvat <m@h.example> het volgende\ngeschreven:\n\ntekst',
  ],
  ['Thunderbird in Italian', 'Il 12/01/2015 14:02, Milan Horvat ha scritto:\n> testo'],
  [
    'iPhone in Italian',
    '> Il giorno 12 gen 2015, alle ore 14:02, Milan Horvat <m@h.example> ha scritto:\n> \n> testo',
  ],
  [
    'iPhone in French',
    'Envoyé de mon iPhone\n\n> Le 12 janv. 2015 à 14:02, Milan Horvat <m@h.example> a écrit :\n> \n> texte',
  ],
  ['Thunderbird in French', 'Le 12/01/2015 à 14:02, Milan Horvat a écrit :\n> texte'],
  ['French without a time', 'Le lundi 12 janvier 2015, Milan Horvat <m@h.example> a écrit :\n\n> texte'],
  [
    'La Poste in French',
    '> Message du 12/01/15 14:02\n> De : "Milan Horvat" <m@h.example>\n> A : a@x.example\n> Copie à :\n> Objet : x\n>\n> texte',
  ],
  ['Gmail in German', 'Am Mo., 12. Jan. 2015 um 14:02 Uhr schrieb Milan Horvat <\nm@h.example>:\n\n> Text'],
  ['old Gmail in German', 'Am 12. Januar 2015 um 14:02 schrieb Milan Horvat <m@h.example>:\n\n> Text'],
  [
    'WEB.DE in German',
    'Gesendet: Montag, 12. Januar 2015 um 14:02 Uhr\nVon: Milan Horvat <m@h.example>\nAn: a@x.example\nBetreff: Re: x\nText',
  ],
  ['Thunderbird in German with the name first', 'Milan Horvat schrieb am 12.01.2015 um 14:02:\n> Text'],
  [
    'German with the address first',
    'Milan Horvat <m@h.example> schrieb am Mo., 12. Jan. 2015, 14:02:\n\n> Text',
  ],
  [
    'Yahoo in German',
    'Am Montag, 12. Januar 2015, 14:02:31 MEZ hat Milan Horvat <m@h.example> Folgendes geschrieben:\n\nText',
  ],
  ['Thunderbird in Russian', '12.01.2015 14:02, Milan Horvat пишет:\n> текст'],
  ['Gmail in Russian', 'пн, 12 янв. 2015 г. в 14:02, Milan Horvat <m@h.example>:\n\n> текст'],
  [
    'old Gmail in Russian',
    '12 января 2015 г., 14:02 пользователь Milan Horvat <m@h.example> написал:\n\n> текст',
  ],
  ['Gmail in Ukrainian', 'пн, 12 січ. 2015 р. о 14:02 Milan Horvat <m@h.example> пише:\n\n> текст'],
  ['ukr.net in Ukrainian', '12 січня 2015, 14:02:31, від "Milan Horvat" <m@h.example>:\n\n> текст'],
  ['iPhone in Chinese', '> 在 2015年1月12日，14:02，Milan Horvat <m@h.example> 写道：\n> \n> 文'],
  ['163 in English', 'At 2015-01-12 14:02:31, "Milan Horvat" <m@h.example> wrote:\n>text'],
  ['163 in Chinese', '在 2015-01-12 14:02:31，"Milan Horvat" <m@h.example> 写道：\n\n文'],
  ['Gmail in Traditional Chinese', 'Milan Horvat <m@h.example> 於 2015年1月12日 週一 下午2:02寫道：\n\n> 文'],
  [
    'Outlook in Traditional Chinese',
    '寄件者: Milan Horvat <m@h.example>\n寄件日期: 2015年1月12日 下午 02:02\n收件者: Ada\n主旨: x\n\n文',
  ],
  ['Thunderbird with Japanese text', 'On 2015/01/12 14:02, Milan Horvat wrote:\n> 文'],
  [
    'Outlook with Japanese text',
    "-----Original Message-----\nFrom: Milan Horvat [mailto:m@h.example]\nSent: Monday, January 12, 2015 2:02 PM\nTo: 'Ada'\nSubject: x\n\n文",
  ],
  ['Japanese without a date', 'Milan Horvatさんは書きました:\n> 文'],
  ['Japanese with a date', '2015年1月12日 14:02 に Milan Horvat <m@h.example> は書きました:\n\n> 文'],
  ['iPhone in Korean', '> 2015. 1. 12. 오후 2:02, Milan Horvat <m@h.example> 작성:\n> \n> 글'],
  [
    'Naver in Korean',
    '-----Original Message-----\nFrom: "Milan Horvat"<m@h.example>\nTo: <a@x.example>;\nCc:\nSent: 2015-01-12 (월) 14:02:31 (GMT+09:00)\nSubject: x\n\n글',
  ],
  [
    'Gmail in Vietnamese',
    'Vào Th 2, 12 thg 1, 2015 vào lúc 14:02 Milan Horvat <m@h.example> đã viết:\n\n> chữ',
  ],
  [
    'iPhone in Turkish',
    '> 12 Oca 2015 tarihinde 14:02 saatinde, Milan Horvat <m@h.example> şunları yazdı:\n> \n> metin',
  ],
  [
    'Gmail in Persian',
    'در تاریخ دوشنبه ۱۲ ژانویهٔ ۲۰۱۵،\u200f ۱۴:۰۲ Milan Horvat <m@h.example> نوشت:\n\n> متن',
  ],
  [
    'Gmail in Estonian',
    'Kuupäev E, 12. jaanuar 2015 kell 14:02 kirjutas Milan Horvat <m@h.example>:\n\n> tekst',
  ],
  [
    'Gmail in Latvian',
    'pirmd., 2015. g. 12. janv., plkst. 14:02 — lietotājs Milan Horvat (<m@h.example>) rakstīja:\n\n> teksts',
  ],
  [
    'Gmail in Slovenian',
    'V V pon., 12. jan. 2015 ob 14:02 je oseba Milan Horvat <m@h.example> napisala:\n\n> besedilo',
  ],
  ['Gmail in Serbian', 'пон, 12. јан 2015. у 14:02 Milan Horvat <m@h.example> је написао/ла:\n\n> текст'],
  ['Thunderbird in Croatian', 'Dana 12.1.2015. u 14:02, Milan Horvat je napisao/la:\n> tekst'],
  ['Thunderbird in Greek', 'Στις 12/1/2015 2:02 μ.μ., ο Milan Horvat έγραψε:\n> κείμενο'],
  ['Thunderbird in Hebrew', 'ב־12.1.2015 14:02, Milan Horvat כתב:\n> טקסט'],
  ['iPhone in Arabic', '> في ١٢ يناير ٢٠١٥، الساعة ٢:٠٢ م، كتب/كتبت Milan Horvat <m@h.example>:\n> \n> نص'],
  ['Gmail in Hindi', 'सोम, 12 जन॰ 2015 को 2:02 pm बजे को Milan Horvat <m@h.example> ने लिखा:\n\n> पाठ'],
  ['Gmail in Malay', 'Pada Isn, 12 Jan 2015 pada 14:02 Milan Horvat <m@h.example> menulis:\n\n> teks'],
  [
    'old Yahoo',
    '--- On Mon, 1/12/15, Milan Horvat <m@h.example> wrote:\n\nFrom: Milan Horvat <m@h.example>\nSubject: x\nTo: a@x.example\nDate: Monday, January 12, 2015, 2:02 PM\n\nq',
  ],
  [
    'old Yahoo in Spanish',
    '--- El lun, 12/1/15, Milan Horvat <m@h.example> escribió:\n\nDe: Milan Horvat <m@h.example>\nAsunto: x\nPara: a@x.example\nFecha: lunes, 12 de enero, 2015 14:02\n\nq',
  ],
  [
    'a blank line before "wrote:"',
    'On Wed, Apr 4, 2012 at 3:59 PM, Milan Horvat <m@h.example>\n\nwrote:\n\nq',
  ],
  [
    'Discourse',
    'On Tue, Apr 14, 2016 at 10:05 Milan <talk@discourse.example> wrote:\n\nMilan\nApril 14\n\nQuestion?\n\nVisit Topic or reply to this email to respond.',
  ],
  ['quote marks with initials', 'Milan Horvat wrote:\nMH> Where shall we meet?\nMH> And when?'],
  ['a semicolon between the address and the date', 'Milan Horvat <m@h.example>; 12.01.2015 14:02:\n> q'],
  [
    'a long name that was wrapped',
    'On Mon, Jan 12, 2015 at 2:02 PM, Milan Horvat via Counting House Support Desk\n(Leeds) <\nsupport+abc123def456ghi789jkl012mno345pqr678stu901vwx234@counting.example>\nwrote:\n\n> q',
  ],
  [
    'Outlook for Mac on behalf of a list',
    'On 12/1/15, 2:02 PM, "counting-bounces@x.example on behalf of Milan Horvat"\n<counting-bounces@x.example on behalf of m@h.example> wrote:\n\n    q',
  ],
  [
    'Outlook for Mac',
    'From: Milan Horvat <m@h.example>\nDate: Monday, January 12, 2015 at 2:02 PM\nTo: Ada Lang <a@x.example>\nSubject: Re: x\n\nq',
  ],
  [
    'Outlook for Mac without a blank line',
    'From: Milan Horvat <m@h.example>\nDate: Monday, January 12, 2015 at 2:02 PM\nTo: Ada Lang <a@x.example>\nSubject: Re: x\nq',
  ],
  [
    'Outlook on the web in Spanish',
    '________________________________________\nDe: Milan Horvat <m@h.example>\nEnviado el: lunes, 12 de enero de 2015 14:02\nPara: Ada Lang\nCC: Olga\nAsunto: RE: x\n\nq',
  ],
  [
    'Outlook in Brazilian Portuguese',
    'De: Milan Horvat [mailto:m@h.example]\nEnviada em: segunda-feira, 12 de janeiro de 2015 14:02\nPara: Ada Lang\nAssunto: RES: x\n\nq',
  ],
  [
    'header names between asterisks and tabs',
    '\t*From:*\tMilan Horvat <m@h.example>\n\t*Sent:*\tMonday, January 12, 2015 2:02 PM\n\t*To:*\tAda Lang\n\t*Subject:*\tx\n\nq',
  ],
  [
    'header lines marked with a bar',
    '| From: Milan Horvat <m@h.example>\n| Sent: Monday, January 12, 2015 2:02 PM\n| To: Ada Lang\n| Subject: x\n|\n| q',
  ],
  [
    'header lines with blank lines between them',
    'From: Milan Horvat <m@h.example>\n\nSent: Monday, January 12, 2015 2:02 PM\n\nTo: Ada Lang\n\nSubject: x\n\nq',
  ],
  [
    'a header block with the subject first',
    'Subject: Re: x\nFrom: m@h.example\nTo: a@x.example\nDate: Mon, 12 Jan 2015 14:02:11 +0000\n\nq',
  ],
  [
    'a header block with the recipient first',
    'To: a@x.example\nFrom: m@h.example\nDate: Mon, 12 Jan 2015 14:02:11 +0000\nSubject: Re: x\n\nq',
  ],
  [
    'an appointment from Outlook',
    '-----Original Appointment-----\nFrom: Milan Horvat\nSent: Monday, January 12, 2015 2:02 PM\nTo: Ada Lang\nSubject: Roof\nWhen: Tuesday, January 13, 2015 2:00 PM-3:00 PM\nWhere: Leeds',
  ],
  [
    'two attributions in different languages',
    'Am 12. Januar 2015 um 14:02 schrieb Milan:\n\n> q\n\nOn Mon, Jan 12, 2015, Ada wrote:\n\n> q',
  ],
  [
    'French with an abbreviated day',
    'Le ven. 9 janv. 2015 14:02, Milan Horvat <m@h.example> a écrit :\n\n> q',
  ],
  ['French without accents', 'Le 9 janvier 2015 14:02, Milan Horvat a ecrit :\n\nq'],
  [
    'Outlook in Danish',
    'Fra: Milan Horvat <m@h.example>\nDato: mandag den 12. januar 2015 kl. 14.02\nTil: Ada Lang <a@x.example>\nEmne: Re: x\n\nq',
  ],
  [
    'Outlook for Mac in German',
    'Von: Milan Horvat <m@h.example>\nDatum: Montag, 12. Januar 2015 um 14:02\nAn: Ada Lang <a@x.example>\nBetreff: Re: x\n\nq',
  ],
  ['Hotmail', 'To: a@x.example\nSubject: x\nFrom: m@h.example\nDate: Mon, 12 Jan 2015 14:02:11 +0000\n\nq'],
  [
    'Zendesk in German',
    '##- Bitte geben Sie Ihre Antwort oberhalb dieser Zeile ein -##\n\nIhre Anfrage (123) wurde aktualisiert.',
  ],
  ['a reply marker between dashes', '--- Reply above this line ---\n\nMilan wrote:\nq'],
  ['a reply marker between equals signs', '=-=-= Please reply above this line =-=-=\n\nq'],
];

describe('the history that a mail client quotes is removed in each language', () => {
  test.each(endings)('%s', (_, ending) => {
    expect(readReply({ text: `${reply}\n\n${ending}\n`, html: null }).text).toBe(reply);
  });
});

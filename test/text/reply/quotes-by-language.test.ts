import { readReply } from '../../../shared/text/reply/read-reply';

const reply = 'Noon suits me.\n\nShall we meet at the gate?';

/** The attributions and quotes that mail clients append to a reply. */
const endings: readonly [string, string][] = [
  [
    'torch of pixels',
    'Sent from a magnificent torch of pixels\n\nOn Dec 16, 2011, at 12:47 PM, Milan Horvat\n<reply@talk.example>\nwrote:\n\n> Was this caching related?',
  ],
  ['no space before angle', 'On Aug 22, 2011, at 7:37 PM, milan<reply@talk.example> wrote:\n\n> text'],
  ['eudora', 'At 02:02 PM 1/12/2015 -0500, you wrote:\n>text'],
  ['eudora name', 'At 14:02 12.1.2015, Milan Horvat wrote:\n>text'],
  [
    'lotus wrote on',
    'Milan Horvat <m@h.example> wrote on 01/12/2015 02:02:31 PM:\n\n> From: Milan Horvat <m@h.example>\n> To: Ada\n> Date: 01/12/2015 02:02 PM\n> Subject: x\n>\n> text',
  ],
  ['tb wrote on', 'Milan Horvat wrote on 12/01/2015 14:02:\n> text'],
  ['android pm dots', 'On 12 Jan 2015 2:02 p.m., "Milan Horvat" <m@h.example> wrote:\n\n> text'],
  ['pt as', 'Em 12/01/2015, à(s) 14:02, Milan Horvat <m@h.example> escreveu:\n\n> texto'],
  [
    'pt iphone',
    '> Em 12 de jan. de 2021, à(s) 14:02, Milan Horvat <m@h.example> escreveu:\n> \n> \ufefftexto',
  ],
  ['es tb', 'El 12/01/2015 a las 14:02, Milan Horvat escribió:\n> texto'],
  [
    'es yahoo',
    '      El Lunes 12 de enero de 2015 14:02, Milan Horvat <m@h.example> escribió:\n   \n\n texto',
  ],
  ['es iphone', '> El 12 ene 2021, a las 14:02, Milan Horvat <m@h.example> escribió:\n> \n> texto'],
  ['pl o2', 'Dnia 12 stycznia 2015 14:02 Milan Horvat <m@h.example> napisał(a):\n\n> tekst'],
  [
    'pl iphone',
    '> Wiadomość napisana przez Milan Horvat <m@h.example> w dniu 12.01.2015, o godz. 14:02:\n> \n> tekst',
  ],
  ['cs tb', 'Dne 12.1.2015 v 14:02 Milan Horvat napsal(a):\n> text'],
  [
    'cs seznam',
    '---------- Původní e-mail ----------\nOd: Milan Horvat <m@h.example>\nKomu: a@x.example\nDatum: 12. 1. 2015 14:02:31\nPředmět: x\n\ntext',
  ],
  ['sk tb', 'Dňa 12.1.2015 o 14:02 Milan Horvat napísal(a):\n> text'],
  ['hu tb', '2015.01.12. 14:02 keltezéssel, Milan Horvat írta:\n> szöveg'],
  ['ro tb', 'La 12.01.2015 14:02, Milan Horvat a scris:\n> text'],
  ['ro gmail', 'În lun., 12 ian. 2015 la 14:02, Milan Horvat <m@h.example> a scris:\n\n> text'],
  ['fi tb', 'Milan Horvat kirjoitti 12.1.2015 klo 14.02:\n> teksti'],
  ['fi yahoo', '12. tammikuuta 2015 14.02, Milan Horvat <m@h.example> kirjoitti:\n\n> teksti'],
  ['sv tb', 'Den 2015-01-12 kl. 14:02, skrev Milan Horvat:\n> text'],
  ['sv gmail', 'Den mån 12 jan. 2015 kl 14:02 skrev Milan Horvat <m@h.example>:\n\n> text'],
  ['no gmail', 'man. 12. jan. 2015 kl. 14:02 skrev Milan Horvat <m@h.example>:\n\n> tekst'],
  ['no iphone', '> 12. jan. 2015 kl. 14:02 skrev Milan Horvat <m@h.example>:\n> \n> tekst'],
  ['nl tb', 'Op 12-01-15 om 14:02 schreef Milan Horvat:\n> tekst'],
  ['nl ymail', 'Op maandag 12 januari 2015 14:02 schreef Milan Horvat <m@h.example>:\n\ntekst'],
  [
    'nl outlook iphone',
    'Op 12 jan. 2015 om 14:02 heeft Milan Horvat <m@h.example> het volgende\ngeschreven:\n\ntekst',
  ],
  ['it tb', 'Il 12/01/2015 14:02, Milan Horvat ha scritto:\n> testo'],
  [
    'it iphone',
    '> Il giorno 12 gen 2015, alle ore 14:02, Milan Horvat <m@h.example> ha scritto:\n> \n> testo',
  ],
  [
    'fr iphone',
    'Envoyé de mon iPhone\n\n> Le 12 janv. 2015 à 14:02, Milan Horvat <m@h.example> a écrit :\n> \n> texte',
  ],
  ['fr tb', 'Le 12/01/2015 à 14:02, Milan Horvat a écrit :\n> texte'],
  ['fr via', 'Le lundi 12 janvier 2015, Milan Horvat <m@h.example> a écrit :\n\n> texte'],
  [
    'fr laposte',
    '> Message du 12/01/15 14:02\n> De : "Milan Horvat" <m@h.example>\n> A : a@x.example\n> Copie à :\n> Objet : x\n>\n> texte',
  ],
  ['de gmail', 'Am Mo., 12. Jan. 2015 um 14:02 Uhr schrieb Milan Horvat <\nm@h.example>:\n\n> Text'],
  ['de gmail old', 'Am 12. Januar 2015 um 14:02 schrieb Milan Horvat <m@h.example>:\n\n> Text'],
  [
    'de web.de',
    'Gesendet: Montag, 12. Januar 2015 um 14:02 Uhr\nVon: Milan Horvat <m@h.example>\nAn: a@x.example\nBetreff: Re: x\nText',
  ],
  ['de "Milan schrieb am"', 'Milan Horvat schrieb am 12.01.2015 um 14:02:\n> Text'],
  ['de email schrieb', 'Milan Horvat <m@h.example> schrieb am Mo., 12. Jan. 2015, 14:02:\n\n> Text'],
  [
    'de hat geschrieben',
    'Am Montag, 12. Januar 2015, 14:02:31 MEZ hat Milan Horvat <m@h.example> Folgendes geschrieben:\n\nText',
  ],
  ['ru tb', '12.01.2015 14:02, Milan Horvat пишет:\n> текст'],
  ['ru gmail', 'пн, 12 янв. 2015 г. в 14:02, Milan Horvat <m@h.example>:\n\n> текст'],
  ['ru gmail old', '12 января 2015 г., 14:02 пользователь Milan Horvat <m@h.example> написал:\n\n> текст'],
  ['uk gmail', 'пн, 12 січ. 2015 р. о 14:02 Milan Horvat <m@h.example> пише:\n\n> текст'],
  ['uk ukr.net', '12 січня 2015, 14:02:31, від "Milan Horvat" <m@h.example>:\n\n> текст'],
  ['zh iphone', '> 在 2015年1月12日，14:02，Milan Horvat <m@h.example> 写道：\n> \n> 文'],
  ['zh 163', 'At 2015-01-12 14:02:31, "Milan Horvat" <m@h.example> wrote:\n>text'],
  ['zh 163 cn', '在 2015-01-12 14:02:31，"Milan Horvat" <m@h.example> 写道：\n\n文'],
  ['zh tw gmail', 'Milan Horvat <m@h.example> 於 2015年1月12日 週一 下午2:02寫道：\n\n> 文'],
  [
    'zh tw outlook',
    '寄件者: Milan Horvat <m@h.example>\n寄件日期: 2015年1月12日 下午 02:02\n收件者: Ada\n主旨: x\n\n文',
  ],
  ['ja tb', 'On 2015/01/12 14:02, Milan Horvat wrote:\n> 文'],
  [
    'ja outlook original',
    "-----Original Message-----\nFrom: Milan Horvat [mailto:m@h.example]\nSent: Monday, January 12, 2015 2:02 PM\nTo: 'Ada'\nSubject: x\n\n文",
  ],
  ['ja wrote', 'Milan Horvatさんは書きました:\n> 文'],
  ['ja kaite', '2015年1月12日 14:02 に Milan Horvat <m@h.example> は書きました:\n\n> 文'],
  ['ko iphone', '> 2015. 1. 12. 오후 2:02, Milan Horvat <m@h.example> 작성:\n> \n> 글'],
  [
    'ko naver',
    '-----Original Message-----\nFrom: "Milan Horvat"<m@h.example>\nTo: <a@x.example>;\nCc:\nSent: 2015-01-12 (월) 14:02:31 (GMT+09:00)\nSubject: x\n\n글',
  ],
  ['vi', 'Vào Th 2, 12 thg 1, 2015 vào lúc 14:02 Milan Horvat <m@h.example> đã viết:\n\n> chữ'],
  [
    'tr iphone',
    '> 12 Oca 2015 tarihinde 14:02 saatinde, Milan Horvat <m@h.example> şunları yazdı:\n> \n> metin',
  ],
  ['fa', 'در تاریخ دوشنبه ۱۲ ژانویهٔ ۲۰۱۵،\u200f ۱۴:۰۲ Milan Horvat <m@h.example> نوشت:\n\n> متن'],
  ['et', 'Kuupäev E, 12. jaanuar 2015 kell 14:02 kirjutas Milan Horvat <m@h.example>:\n\n> tekst'],
  [
    'lv',
    'pirmd., 2015. g. 12. janv., plkst. 14:02 — lietotājs Milan Horvat (<m@h.example>) rakstīja:\n\n> teksts',
  ],
  ['sl', 'V V pon., 12. jan. 2015 ob 14:02 je oseba Milan Horvat <m@h.example> napisala:\n\n> besedilo'],
  ['sr', 'пон, 12. јан 2015. у 14:02 Milan Horvat <m@h.example> је написао/ла:\n\n> текст'],
  ['hr tb', 'Dana 12.1.2015. u 14:02, Milan Horvat je napisao/la:\n> tekst'],
  ['el tb', 'Στις 12/1/2015 2:02 μ.μ., ο Milan Horvat έγραψε:\n> κείμενο'],
  ['he tb', 'ב־12.1.2015 14:02, Milan Horvat כתב:\n> טקסט'],
  ['ar iphone', '> في ١٢ يناير ٢٠١٥، الساعة ٢:٠٢ م، كتب/كتبت Milan Horvat <m@h.example>:\n> \n> نص'],
  ['hi', 'सोम, 12 जन॰ 2015 को 2:02 pm बजे को Milan Horvat <m@h.example> ने लिखा:\n\n> पाठ'],
  ['ms', 'Pada Isn, 12 Jan 2015 pada 14:02 Milan Horvat <m@h.example> menulis:\n\n> teks'],
  [
    'yahoo old',
    '--- On Mon, 1/12/15, Milan Horvat <m@h.example> wrote:\n\nFrom: Milan Horvat <m@h.example>\nSubject: x\nTo: a@x.example\nDate: Monday, January 12, 2015, 2:02 PM\n\nq',
  ],
  [
    'yahoo old es',
    '--- El lun, 12/1/15, Milan Horvat <m@h.example> escribió:\n\nDe: Milan Horvat <m@h.example>\nAsunto: x\nPara: a@x.example\nFecha: lunes, 12 de enero, 2015 14:02\n\nq',
  ],
  ['double spaced wrote', 'On Wed, Apr 4, 2012 at 3:59 PM, Milan Horvat <m@h.example>\n\nwrote:\n\nq'],
  [
    'via discourse',
    'On Tue, Apr 14, 2016 at 10:05 Milan <talk@discourse.example> wrote:\n\nMilan\nApril 14\n\nQuestion?\n\nVisit Topic or reply to this email to respond.',
  ],
  ['initials top post', 'Milan Horvat wrote:\nMH> Where shall we meet?\nMH> And when?'],
  ['unquoted, without wrote, semicolon', 'Milan Horvat <m@h.example>; 12.01.2015 14:02:\n> q'],
  [
    'wrapped quote header long name',
    'On Mon, Jan 12, 2015 at 2:02 PM, Milan Horvat via Counting House Support Desk\n(Leeds) <\nsupport+abc123def456ghi789jkl012mno345pqr678stu901vwx234@counting.example>\nwrote:\n\n> q',
  ],
  [
    'outlook mac on behalf',
    'On 12/1/15, 2:02 PM, "counting-bounces@x.example on behalf of Milan Horvat"\n<counting-bounces@x.example on behalf of m@h.example> wrote:\n\n    q',
  ],
  [
    'outlook mac from date',
    'From: Milan Horvat <m@h.example>\nDate: Monday, January 12, 2015 at 2:02 PM\nTo: Ada Lang <a@x.example>\nSubject: Re: x\n\nq',
  ],
  [
    'outlook mac from date, no blank',
    'From: Milan Horvat <m@h.example>\nDate: Monday, January 12, 2015 at 2:02 PM\nTo: Ada Lang <a@x.example>\nSubject: Re: x\nq',
  ],
  [
    'spanish outlook web',
    '________________________________________\nDe: Milan Horvat <m@h.example>\nEnviado el: lunes, 12 de enero de 2015 14:02\nPara: Ada Lang\nCC: Olga\nAsunto: RE: x\n\nq',
  ],
  [
    'pt-br outlook',
    'De: Milan Horvat [mailto:m@h.example]\nEnviada em: segunda-feira, 12 de janeiro de 2015 14:02\nPara: Ada Lang\nAssunto: RES: x\n\nq',
  ],
  [
    'header with stars and tabs',
    '\t*From:*\tMilan Horvat <m@h.example>\n\t*Sent:*\tMonday, January 12, 2015 2:02 PM\n\t*To:*\tAda Lang\n\t*Subject:*\tx\n\nq',
  ],
  [
    'header lines quoted by bar',
    '| From: Milan Horvat <m@h.example>\n| Sent: Monday, January 12, 2015 2:02 PM\n| To: Ada Lang\n| Subject: x\n|\n| q',
  ],
  [
    'from + blank lines between',
    'From: Milan Horvat <m@h.example>\n\nSent: Monday, January 12, 2015 2:02 PM\n\nTo: Ada Lang\n\nSubject: x\n\nq',
  ],
  [
    'subject first',
    'Subject: Re: x\nFrom: m@h.example\nTo: a@x.example\nDate: Mon, 12 Jan 2015 14:02:11 +0000\n\nq',
  ],
  [
    'to first',
    'To: a@x.example\nFrom: m@h.example\nDate: Mon, 12 Jan 2015 14:02:11 +0000\nSubject: Re: x\n\nq',
  ],
  [
    'Original appointment',
    '-----Original Appointment-----\nFrom: Milan Horvat\nSent: Monday, January 12, 2015 2:02 PM\nTo: Ada Lang\nSubject: Roof\nWhen: Tuesday, January 13, 2015 2:00 PM-3:00 PM\nWhere: Leeds',
  ],
  [
    'mixed languages',
    'Am 12. Januar 2015 um 14:02 schrieb Milan:\n\n> q\n\nOn Mon, Jan 12, 2015, Ada wrote:\n\n> q',
  ],
  ['Le ven.', 'Le ven. 9 janv. 2015 14:02, Milan Horvat <m@h.example> a écrit :\n\n> q'],
  ['ecrit without accent', 'Le 9 janvier 2015 14:02, Milan Horvat a ecrit :\n\nq'],
  [
    'date kl skrev (danish outlook)',
    'Fra: Milan Horvat <m@h.example>\nDato: mandag den 12. januar 2015 kl. 14.02\nTil: Ada Lang <a@x.example>\nEmne: Re: x\n\nq',
  ],
  [
    'de outlook mac',
    'Von: Milan Horvat <m@h.example>\nDatum: Montag, 12. Januar 2015 um 14:02\nAn: Ada Lang <a@x.example>\nBetreff: Re: x\n\nq',
  ],
  [
    'hotmail date cet',
    'To: a@x.example\nSubject: x\nFrom: m@h.example\nDate: Mon, 12 Jan 2015 14:02:11 +0000\n\nq',
  ],
  [
    'zendesk',
    '##- Bitte geben Sie Ihre Antwort oberhalb dieser Zeile ein -##\n\nIhre Anfrage (123) wurde aktualisiert.',
  ],
  ['reply above with dashes and text', '--- Reply above this line ---\n\nMilan wrote:\nq'],
  ['help desk please reply above', '=-=-= Please reply above this line =-=-=\n\nq'],
];

describe('the history that a mail client quotes is removed in each language', () => {
  test.each(endings)('%s', (_, ending) => {
    expect(readReply({ text: `${reply}\n\n${ending}\n`, html: null }).text).toBe(reply);
  });
});

import { readReply } from '../../../shared/text/reply/read-reply';

const reply = 'Noon suits me.\n\nShall we meet at the gate?';

/** Header blocks of Outlook and similar clients, which do not mark the quoted lines. */
const endings: readonly [string, string][] = [
  [
    'french gmail',
    'Le lun. 12 janv. 2015 à 14:02, Milan Horvat <milan@horvat.example> a\nécrit :\n\n> texte',
  ],
  [
    'french outlook with accents',
    '________________________________\nDe : Milan Horvat <milan@horvat.example>\nEnvoyé : lundi 12 janvier 2015 14:02\nÀ : Ada Lang <ada@example.com>\nCc : Olga <olga@example.com>\nObjet : RE: devis\n \ntexte',
  ],
  [
    'italian gmail',
    'Il giorno lun 12 gen 2015 alle ore 14:02 Milan Horvat <\nmilan@horvat.example> ha scritto:\n\n> testo',
  ],
  [
    'italian outlook',
    'Da: Milan Horvat [mailto:milan@horvat.example] \nInviato: lunedì 12 gennaio 2015 14:02\nA: ada@example.com\nOggetto: offerta\n\ntesto',
  ],
  ['dutch gmail', 'Op ma 12 jan. 2015 om 14:02 schreef Milan Horvat <milan@horvat.example>:\n\n> tekst'],
  [
    'polish outlook block',
    'Od: Milan Horvat <milan@horvat.example>\nWysłano: poniedziałek, 12 stycznia 2015 14:02\nDo: Ada Lang\nDW: Olga\nTemat: Re: oferta\n\ntekst',
  ],
  [
    'finnish outlook block',
    'Lähettäjä: Milan Horvat <milan@horvat.example>\nLähetetty: maanantai 12. tammikuuta 2015 14.02\nVastaanottaja: Ada Lang\nAihe: VS: tarjous\n\nteksti',
  ],
  [
    'russian outlook block',
    'От: Milan Horvat <milan@horvat.example>\nОтправлено: 12 января 2015 г. 14:02\nКому: Ada Lang\nТема: Re: цена\n\nтекст',
  ],
  [
    'turkish outlook block',
    'Kimden: Milan Horvat <milan@horvat.example>\nGönderildi: 12 Ocak 2015 Pazartesi 14:02\nKime: Ada Lang\nKonu: Ynt: fiyat\n\nmetin',
  ],
  [
    'japanese outlook',
    '差出人: Milan Horvat <milan@horvat.example>\n送信日時: 2015年1月12日 14:02\n宛先: Ada Lang\n件名: RE: 見積\n\n本文',
  ],
  [
    'korean outlook',
    '보낸 사람: Milan Horvat <milan@horvat.example>\n보낸 날짜: 2015년 1월 12일 월요일 오후 2:02\n받는 사람: Ada Lang\n제목: RE: 견적\n\n본문',
  ],
  [
    'hebrew outlook',
    'מאת: Milan Horvat <milan@horvat.example>\nנשלח: יום שני 12 ינואר 2015 14:02\nאל: Ada Lang\nנושא: RE: הצעה\n\nטקסט',
  ],
  [
    'czech outlook',
    'Od: Milan Horvat [mailto:milan@horvat.example]\nOdesláno: 12. ledna 2015 14:02\nKomu: Ada Lang\nPředmět: RE: nabídka\n\ntext',
  ],
  [
    'hungarian outlook',
    'Feladó: Milan Horvat [mailto:milan@horvat.example]\nKüldve: 2015. január 12. 14:02\nCímzett: Ada Lang\nTárgy: RE: ajánlat\n\nszöveg',
  ],
  ['date name colon', '12.01.2015, 14:02, "Milan Horvat" <milan@horvat.example>:\n> text'],
  [
    'mail.ru style',
    'Понедельник, 12 января 2015, 14:02 +03:00 от Milan Horvat <milan@horvat.example>:\n>текст',
  ],
  ['thunderbird ru', '12.01.2015 14:02, Milan Horvat пишет:\n> текст'],
  ['airmail', 'On 12 January 2015 at 14:02:10, Milan Horvat (milan@horvat.example) wrote:\n\ntext'],
  [
    'proton',
    'Sent with Proton Mail secure email.\n\n------- Original Message -------\nOn Monday, January 12th, 2015 at 2:02 PM, Milan Horvat <milan@horvat.example> wrote:\n\n\n> text',
  ],
  [
    'brackets markdown',
    'On Mon, Jan 12, 2015 at 2:02 PM, "Milan" <[milan@horvat.example](mailto:milan@horvat.example)> wrote:\n\n> text',
  ],
  ['zoho', '---- On Mon, 12 Jan 2015 14:02:00 +0530 Milan Horvat <milan@horvat.example> wrote ----\n\ntext'],
  ['hey', 'On January 12, 2015, Milan Horvat <milan@horvat.example> wrote:\n> text'],
  [
    'reply above this line',
    '##- Please type your reply above this line -##\n\nYour request (1234) has been updated.',
  ],
  ['reply above dashes', '-------- Reply above this line --------\n\nMilan wrote something'],
  ['multiple on', 'On Mon, Jan 12, 2015 at 2:02 PM, Milan <milan@horvat.example> wrote:\n> text'],
  ['emoji', 'On Mon, Jan 12, 2015 at 2:02 PM, Milan 🚀 <milan@horvat.example> wrote:\n> text'],
  [
    'hotmail plain',
    '> Date: Mon, 12 Jan 2015 14:02:00 +0000\n> From: milan@horvat.example\n> To: ada@example.com\n> Subject: x\n>\n> text',
  ],
  ['apple mail', '> On 12 Jan 2015, at 14:02, Milan Horvat <milan@horvat.example> wrote:\n> \n> text'],
  ['apple mail de', '> Am 12.01.2015 um 14:02 schrieb Milan Horvat <milan@horvat.example>:\n> \n> Text'],
  ['no date', 'On Milan Horvat <milan@horvat.example>, Jan 12 2015 wrote:\n> text'],
  ['evolution', 'On Mon, 2015-01-12 at 14:02 +0100, Milan Horvat wrote:\n> text'],
  ['roundcube', '---\nAda Lang\n\nOn 2015-01-12 14:02, Milan Horvat wrote:\n> text'],
  ['roundcube fr', 'Le 2015-01-12 14:02, Milan Horvat a écrit :\n\n> texte'],
  ['horde', 'Quoting Milan Horvat <milan@horvat.example>:\n\n> text'],
  ['horde de', 'Zitat von Milan Horvat <milan@horvat.example>:\n\n> Text'],
  [
    'gmx',
    'Gesendet: Montag, 12. Januar 2015 um 14:02 Uhr\nVon: "Milan Horvat" <milan@horvat.example>\nAn: ada@example.com\nBetreff: Re: x\n\nText',
  ],
  [
    'lotus notes',
    'From:   Milan Horvat <milan@horvat.example>\nTo:     Ada Lang/HQ/Counting@Counting\nDate:   12/01/2015 14:02\nSubject:        x\n\n\n\ntext',
  ],
  [
    'signature then from block',
    'Sincerely,\nAda Lang\n\nFrom: Milan Horvat\nSent: Monday, January 12, 2015 2:02 PM\nTo: Ada Lang\nSubject: x\n\ntext',
  ],
  ['fi', '-----Alkuperäinen viesti-----\nLähettäjä: Milan'],
  ['sv', '-----Ursprungligt meddelande-----\nFrån: Milan'],
  ['no', '-----Opprinnelig melding-----\nFra: Milan'],
  ['it', '-----Messaggio originale-----\nDa: Milan'],
  ['pt', '-----Mensagem original-----\nDe: Milan'],
  ['nl', '-----Oorspronkelijk bericht-----\nVan: Milan'],
  ['ru', '-----Исходное сообщение-----\nОт: Milan'],
  ['tr', '-----Orijinal Mesaj-----\nKimden: Milan'],
  ['zh', '-----邮件原件-----\n发件人: Milan'],
  ['ja', '-----元のメッセージ-----\n差出人: Milan'],
  ['hu', '-----Eredeti üzenet-----\nFeladó: Milan'],
  [
    'de antwort',
    '-------- Original-Nachricht --------\nDatum: Mon, 12 Jan 2015\nVon: Milan\nAn: Ada\nBetreff: x',
  ],
  ['da oprindelig', '-----Oprindelig meddelelse-----\nFra: Milan'],
  [
    'k9 de',
    '-------- Ursprüngliche Nachricht --------\nVon: Milan\nGesendet: Montag\nAn: Ada\nBetreff: x\n\nText',
  ],
  [
    'discourse footer unquoted below own',
    '---\nVisit Topic or reply to this email to respond.\n\nTo unsubscribe from these emails, click here.',
  ],
  [
    'two on-wrote, first without quote',
    'Le lun. 12 janv. 2015 à 14:02, Ada <a@x.example> a écrit :\n\n> Oui\n>\n> Le dim. 11 janv. 2015 à 10:00, Milan <m@h.example> a\n> écrit :\n>\n>> Non',
  ],
  ['reply starting with "On"', 'On Mon, Jan 12, 2015 at 2:02 PM, Milan <m@h.example> wrote:\n> When?'],
  ['cheers, ada on the same line + iphone', 'Sent from my iPhone'],
  ['best, + pronouns', 'Best,\nAda Lang (she/her)\nDirector of Counting | Counting House | Leeds'],
  [
    'caution banner in quote',
    'From: Milan <m@h.example>\nSent: Monday, January 12, 2015 2:02 PM\nTo: Ada <a@x.example>\nSubject: [EXTERNAL] x\n\nCAUTION: This email came from outside.\n\nq',
  ],
  [
    'mixed language header',
    'De: Milan <m@h.example>\nSent: Monday, January 12, 2015 2:02 PM\nPara: Ada <a@x.example>\nSubject: x\n\nq',
  ],
  [
    'header without colon space',
    'From:Milan <m@h.example>\nDate:2015-01-12 14:02:11\nTo:Ada <a@x.example>\nSubject:x\n\nq',
  ],
  [
    'header with fullwidth colon',
    '发件人：Milan <m@h.example>\n日期：2015年1月12日\n收件人：Ada\n主题：x\n\n文',
  ],
  [
    'vietnamese block',
    'Từ: Milan <m@h.example>\nGửi: Thứ Hai, 12 tháng 1, 2015 14:02\nĐến: Ada\nChủ đề: x\n\nchữ',
  ],
  ['thai block', 'จาก: Milan <m@h.example>\nส่ง: 12 มกราคม 2558 14:02\nถึง: Ada\nเรื่อง: x\n\nข'],
  [
    'greek block',
    'Από: Milan <m@h.example>\nΣτάλθηκε: Δευτέρα, 12 Ιανουαρίου 2015 14:02\nΠρος: Ada\nΘέμα: x\n\nκ',
  ],
  [
    'romanian block',
    'De la: Milan <m@h.example>\nTrimis: luni, 12 ianuarie 2015 14:02\nCătre: Ada\nSubiect: x\n\nt',
  ],
  ['ukrainian block', 'Від: Milan <m@h.example>\nНадіслано: 12 січня 2015 р. 14:02\nКому: Ada\nТема: x\n\nт'],
  [
    'croatian block',
    'Od: Milan <m@h.example>\nPoslano: ponedjeljak, 12. siječnja 2015. 14:02\nPrima: Ada\nPredmet: x\n\nt',
  ],
  ['persian block', 'از: Milan <m@h.example>\nتاریخ: دوشنبه ۱۲ ژانویه ۲۰۱۵\nبه: Ada\nموضوع: x\n\nم'],
  ['hindi block', 'प्रेषक: Milan <m@h.example>\nभेजा गया: 12 जनवरी 2015 14:02\nप्रति: Ada\nविषय: x\n\nप'],
  [
    'catalan block',
    'De: Milan <m@h.example>\nEnviat: dilluns, 12 de gener de 2015 14:02\nPer a: Ada\nTema: x\n\nt',
  ],
  ['missing subject', 'From: Milan Horvat\nSent: Monday, January 12, 2015 2:02 PM\nTo: Ada Lang\n\nq'],
  [
    'sender only with dashes',
    '-------------------------\nFrom: Milan Horvat <m@h.example>\nDate: 12/1/15\n\nq',
  ],
  [
    'answers above the attribution, sig in between',
    '-- \nAda\n\nAm 12.01.15 um 14:02 schrieb Milan:\n> Which one?',
  ],
];

describe('the header block of the parent message ends the reply in each language', () => {
  test.each(endings)('%s', (_, ending) => {
    expect(readReply({ text: `${reply}\n\n${ending}\n`, html: null }).text).toBe(reply);
  });
});

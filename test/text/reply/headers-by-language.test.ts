import { readReply } from '../../../shared/text/reply/read-reply';

const reply = 'Noon suits me.\n\nShall we meet at the gate?';

/** Header blocks of Outlook and similar clients, which do not mark the quoted lines. */
const endings: readonly [string, string][] = [
  [
    'Gmail in French',
    'Le lun. 12 janv. 2015 à 14:02, Milan Horvat <milan@horvat.example> a\nécrit :\n\n> texte',
  ],
  [
    'Outlook in French',
    '________________________________\nDe : Milan Horvat <milan@horvat.example>\nEnvoyé : lundi 12 janvier 2015 14:02\nÀ : Ada Lang <ada@example.com>\nCc : Olga <olga@example.com>\nObjet : RE: devis\n \ntexte',
  ],
  [
    'Gmail in Italian',
    'Il giorno lun 12 gen 2015 alle ore 14:02 Milan Horvat <\nmilan@horvat.example> ha scritto:\n\n> testo',
  ],
  [
    'Outlook in Italian',
    'Da: Milan Horvat [mailto:milan@horvat.example] \nInviato: lunedì 12 gennaio 2015 14:02\nA: ada@example.com\nOggetto: offerta\n\ntesto',
  ],
  ['Gmail in Dutch', 'Op ma 12 jan. 2015 om 14:02 schreef Milan Horvat <milan@horvat.example>:\n\n> tekst'],
  [
    'Outlook in Polish',
    'Od: Milan Horvat <milan@horvat.example>\nWysłano: poniedziałek, 12 stycznia 2015 14:02\nDo: Ada Lang\nDW: Olga\nTemat: Re: oferta\n\ntekst',
  ],
  [
    'Outlook in Finnish',
    'Lähettäjä: Milan Horvat <milan@horvat.example>\nLähetetty: maanantai 12. tammikuuta 2015 14.02\nVastaanottaja: Ada Lang\nAihe: VS: tarjous\n\nteksti',
  ],
  [
    'Outlook in Russian',
    'От: Milan Horvat <milan@horvat.example>\nОтправлено: 12 января 2015 г. 14:02\nКому: Ada Lang\nТема: Re: цена\n\nтекст',
  ],
  [
    'Outlook in Turkish',
    'Kimden: Milan Horvat <milan@horvat.example>\nGönderildi: 12 Ocak 2015 Pazartesi 14:02\nKime: Ada Lang\nKonu: Ynt: fiyat\n\nmetin',
  ],
  [
    'Outlook in Japanese',
    '差出人: Milan Horvat <milan@horvat.example>\n送信日時: 2015年1月12日 14:02\n宛先: Ada Lang\n件名: RE: 見積\n\n本文',
  ],
  [
    'Outlook in Korean',
    '보낸 사람: Milan Horvat <milan@horvat.example>\n보낸 날짜: 2015년 1월 12일 월요일 오후 2:02\n받는 사람: Ada Lang\n제목: RE: 견적\n\n본문',
  ],
  [
    'Outlook in Hebrew',
    'מאת: Milan Horvat <milan@horvat.example>\nנשלח: יום שני 12 ינואר 2015 14:02\nאל: Ada Lang\nנושא: RE: הצעה\n\nטקסט',
  ],
  [
    'Outlook in Czech',
    'Od: Milan Horvat [mailto:milan@horvat.example]\nOdesláno: 12. ledna 2015 14:02\nKomu: Ada Lang\nPředmět: RE: nabídka\n\ntext',
  ],
  [
    'Outlook in Hungarian',
    'Feladó: Milan Horvat [mailto:milan@horvat.example]\nKüldve: 2015. január 12. 14:02\nCímzett: Ada Lang\nTárgy: RE: ajánlat\n\nszöveg',
  ],
  ['only a date and a name', '12.01.2015, 14:02, "Milan Horvat" <milan@horvat.example>:\n> text'],
  ['Mail.ru', 'Понедельник, 12 января 2015, 14:02 +03:00 от Milan Horvat <milan@horvat.example>:\n>текст'],
  ['Thunderbird in Russian', '12.01.2015 14:02, Milan Horvat пишет:\n> текст'],
  ['Airmail', 'On 12 January 2015 at 14:02:10, Milan Horvat (milan@horvat.example) wrote:\n\ntext'],
  [
    'Proton',
    'Sent with Proton Mail secure email.\n\n------- Original Message -------\nOn Monday, January 12th, 2015 at 2:02 PM, Milan Horvat <milan@horvat.example> wrote:\n\n\n> text',
  ],
  [
    'an address as a Markdown link',
    'On Mon, Jan 12, 2015 at 2:02 PM, "Milan" <[milan@horvat.example](mailto:milan@horvat.example)> wrote:\n\n> text',
  ],
  ['Zoho', '---- On Mon, 12 Jan 2015 14:02:00 +0530 Milan Horvat <milan@horvat.example> wrote ----\n\ntext'],
  ['HEY', 'On January 12, 2015, Milan Horvat <milan@horvat.example> wrote:\n> text'],
  [
    'the reply marker of Zendesk',
    '##- Please type your reply above this line -##\n\nYour request (1234) has been updated.',
  ],
  ['a reply marker between dashes', '-------- Reply above this line --------\n\nMilan wrote something'],
  ['Gmail', 'On Mon, Jan 12, 2015 at 2:02 PM, Milan <milan@horvat.example> wrote:\n> text'],
  ['an emoji in the name', 'On Mon, Jan 12, 2015 at 2:02 PM, Milan 🚀 <milan@horvat.example> wrote:\n> text'],
  [
    'Hotmail with quote marks',
    '> Date: Mon, 12 Jan 2015 14:02:00 +0000\n> From: milan@horvat.example\n> To: ada@example.com\n> Subject: x\n>\n> text',
  ],
  ['Apple Mail', '> On 12 Jan 2015, at 14:02, Milan Horvat <milan@horvat.example> wrote:\n> \n> text'],
  [
    'Apple Mail in German',
    '> Am 12.01.2015 um 14:02 schrieb Milan Horvat <milan@horvat.example>:\n> \n> Text',
  ],
  ['the name before the date', 'On Milan Horvat <milan@horvat.example>, Jan 12 2015 wrote:\n> text'],
  ['Evolution', 'On Mon, 2015-01-12 at 14:02 +0100, Milan Horvat wrote:\n> text'],
  ['Roundcube below a signature', '---\nAda Lang\n\nOn 2015-01-12 14:02, Milan Horvat wrote:\n> text'],
  ['Roundcube in French', 'Le 2015-01-12 14:02, Milan Horvat a écrit :\n\n> texte'],
  ['Horde', 'Quoting Milan Horvat <milan@horvat.example>:\n\n> text'],
  ['Horde in German', 'Zitat von Milan Horvat <milan@horvat.example>:\n\n> Text'],
  [
    'GMX',
    'Gesendet: Montag, 12. Januar 2015 um 14:02 Uhr\nVon: "Milan Horvat" <milan@horvat.example>\nAn: ada@example.com\nBetreff: Re: x\n\nText',
  ],
  [
    'Lotus Notes',
    'From:   Milan Horvat <milan@horvat.example>\nTo:     Ada Lang/HQ/Counting@Counting\nDate:   12/01/2015 14:02\nSubject:        x\n\n\n\ntext',
  ],
  [
    'a header block below a signature',
    'Sincerely,\nAda Lang\n\nFrom: Milan Horvat\nSent: Monday, January 12, 2015 2:02 PM\nTo: Ada Lang\nSubject: x\n\ntext',
  ],
  ['the separator line in Finnish', '-----Alkuperäinen viesti-----\nLähettäjä: Milan'],
  ['the separator line in Swedish', '-----Ursprungligt meddelande-----\nFrån: Milan'],
  ['the separator line in Norwegian', '-----Opprinnelig melding-----\nFra: Milan'],
  ['the separator line in Italian', '-----Messaggio originale-----\nDa: Milan'],
  ['the separator line in Portuguese', '-----Mensagem original-----\nDe: Milan'],
  ['the separator line in Dutch', '-----Oorspronkelijk bericht-----\nVan: Milan'],
  ['the separator line in Russian', '-----Исходное сообщение-----\nОт: Milan'],
  ['the separator line in Turkish', '-----Orijinal Mesaj-----\nKimden: Milan'],
  ['the separator line in Chinese', '-----邮件原件-----\n发件人: Milan'],
  ['the separator line in Japanese', '-----元のメッセージ-----\n差出人: Milan'],
  ['the separator line in Hungarian', '-----Eredeti üzenet-----\nFeladó: Milan'],
  [
    'the separator line and a header block in German',
    '-------- Original-Nachricht --------\nDatum: Mon, 12 Jan 2015\nVon: Milan\nAn: Ada\nBetreff: x',
  ],
  ['the separator line in Danish', '-----Oprindelig meddelelse-----\nFra: Milan'],
  [
    'K-9 Mail in German',
    '-------- Ursprüngliche Nachricht --------\nVon: Milan\nGesendet: Montag\nAn: Ada\nBetreff: x\n\nText',
  ],
  [
    'the footer of Discourse',
    '---\nVisit Topic or reply to this email to respond.\n\nTo unsubscribe from these emails, click here.',
  ],
  [
    'an attribution inside the quote',
    'Le lun. 12 janv. 2015 à 14:02, Ada <a@x.example> a écrit :\n\n> Oui\n>\n> Le dim. 11 janv. 2015 à 10:00, Milan <m@h.example> a\n> écrit :\n>\n>> Non',
  ],
  ['an attribution and a question', 'On Mon, Jan 12, 2015 at 2:02 PM, Milan <m@h.example> wrote:\n> When?'],
  ['iPhone', 'Sent from my iPhone'],
  ['a signature with pronouns', 'Best,\nAda Lang (she/her)\nDirector of Counting | Counting House | Leeds'],
  [
    'a warning above the quoted text',
    'From: Milan <m@h.example>\nSent: Monday, January 12, 2015 2:02 PM\nTo: Ada <a@x.example>\nSubject: [EXTERNAL] x\n\nCAUTION: This email came from outside.\n\nq',
  ],
  [
    'a header block in two languages',
    'De: Milan <m@h.example>\nSent: Monday, January 12, 2015 2:02 PM\nPara: Ada <a@x.example>\nSubject: x\n\nq',
  ],
  [
    'no space after the colons',
    'From:Milan <m@h.example>\nDate:2015-01-12 14:02:11\nTo:Ada <a@x.example>\nSubject:x\n\nq',
  ],
  ['fullwidth colons', '发件人：Milan <m@h.example>\n日期：2015年1月12日\n收件人：Ada\n主题：x\n\n文'],
  ['Vietnamese', 'Từ: Milan <m@h.example>\nGửi: Thứ Hai, 12 tháng 1, 2015 14:02\nĐến: Ada\nChủ đề: x\n\nchữ'],
  ['Thai', 'จาก: Milan <m@h.example>\nส่ง: 12 มกราคม 2558 14:02\nถึง: Ada\nเรื่อง: x\n\nข'],
  ['Greek', 'Από: Milan <m@h.example>\nΣτάλθηκε: Δευτέρα, 12 Ιανουαρίου 2015 14:02\nΠρος: Ada\nΘέμα: x\n\nκ'],
  [
    'Romanian',
    'De la: Milan <m@h.example>\nTrimis: luni, 12 ianuarie 2015 14:02\nCătre: Ada\nSubiect: x\n\nt',
  ],
  ['Ukrainian', 'Від: Milan <m@h.example>\nНадіслано: 12 січня 2015 р. 14:02\nКому: Ada\nТема: x\n\nт'],
  [
    'Croatian',
    'Od: Milan <m@h.example>\nPoslano: ponedjeljak, 12. siječnja 2015. 14:02\nPrima: Ada\nPredmet: x\n\nt',
  ],
  ['Persian', 'از: Milan <m@h.example>\nتاریخ: دوشنبه ۱۲ ژانویه ۲۰۱۵\nبه: Ada\nموضوع: x\n\nم'],
  ['Hindi', 'प्रेषक: Milan <m@h.example>\nभेजा गया: 12 जनवरी 2015 14:02\nप्रति: Ada\nविषय: x\n\nप'],
  [
    'Catalan',
    'De: Milan <m@h.example>\nEnviat: dilluns, 12 de gener de 2015 14:02\nPer a: Ada\nTema: x\n\nt',
  ],
  ['Albanian', 'Nga: Milan <m@h.example>\nDërguar: 12.01.2015 14:02\nPër: Ada\nTema: x\n\nt'],
  ['Azerbaijani', 'Kimdən: Milan <m@h.example>\nGöndərildi: 12.01.2015 14:02\nKimə: Ada\nMövzu: x\n\nt'],
  ['Filipino', 'Mula: Milan <m@h.example>\nIpinadala: 12.01.2015 14:02\nPara: Ada\nPaksa: x\n\nt'],
  ['Georgian', 'გამგზავნი: Milan <m@h.example>\nგაგზავნილია: 12.01.2015 14:02\nმიმღები: Ada\nთემა: x\n\nტ'],
  ['Kazakh', 'Кімнен: Milan <m@h.example>\nЖіберілді: 12.01.2015 14:02\nКімге: Ada\nТақырыбы: x\n\nт'],
  [
    'Yandex, which writes the recipient above the attribution',
    '----------------\nКому: Ada (ada@example.com);\nТема: цена;\n12.01.2015, 14:02, "Milan" <m@h.example>:\n\nтекст',
  ],
  ['no subject', 'From: Milan Horvat\nSent: Monday, January 12, 2015 2:02 PM\nTo: Ada Lang\n\nq'],
  [
    'only a sender and a date below dashes',
    '-------------------------\nFrom: Milan Horvat <m@h.example>\nDate: 12/1/15\n\nq',
  ],
  ['a signature above the attribution', '-- \nAda\n\nAm 12.01.15 um 14:02 schrieb Milan:\n> Which one?'],
];

describe('the header block of the parent message ends the reply in each language', () => {
  test.each(endings)('%s', (_, ending) => {
    expect(readReply({ text: `${reply}\n\n${ending}\n`, html: null }).text).toBe(reply);
  });
});

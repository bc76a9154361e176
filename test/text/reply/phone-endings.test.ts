import { readReply } from '../../../shared/text/reply/read-reply';

const reply = 'Noon suits me.\n\nShall we meet at the gate?';

/** The lines that phones and small programs append, in many languages, with and without a quote below. */
const endings: readonly [string, string][] = [
  ['a name and "via mobile"', 'John Doe\nvia mobile'],
  ['a name below a delimiter without a space', '--\nAda'],
  ['a name after a dash', '- Ada'],
  ['iPhone below a name with a dash', '-Lev.\n\nSent from my iPhone'],
  ['a name below three dashes', '---\nAda Lang'],
  ['a name below underscores', '__\nAda Lang\nhttp://ada.example'],
  ['a name below an em dash', '—\nAda Lang'],
  ['T-Mobile', 'Sent from my T-Mobile 4G LTE Device'],
  ['BlackBerry', 'Sent via BlackBerry from T-Mobile'],
  ['Mailbox', '--\nSent from Mailbox for iPad'],
  ['K-9 Mail', 'Sent from my Android phone with K-9 Mail. Please excuse my brevity.'],
  ['iPhone in Spanish', 'Enviado desde mi iPhone'],
  ['iPad in Portuguese', 'Enviado do meu iPad'],
  ['iPhone in Italian', 'Inviato da iPhone'],
  [
    'Mail for Windows in Italian',
    'Inviato da Posta per Windows 10\n\nDa: Milan Horvat\nInviato: martedì 4 maggio 2021 10:22\nA: Ada Lang\nOggetto: Re: conto\n\nTesto',
  ],
  [
    'iPhone in Dutch',
    'Verstuurd vanaf mijn iPhone\n\n> Op 4 mei 2021 om 10:22 heeft Milan Horvat <milan@horvat.example> het volgende geschreven:\n> \n> \ufeffTekst',
  ],
  [
    'iPhone in Swedish',
    'Skickat från min iPhone\n\n> 4 maj 2021 kl. 10:22 skrev Milan Horvat <milan@horvat.example>:\n> \n> Text',
  ],
  [
    'iPhone in Finnish',
    'Lähetetty iPhonesta\n\n> Milan Horvat <milan@horvat.example> kirjoitti 4.5.2021 kello 10.22:\n> \n> Teksti',
  ],
  ['iPhone in Polish', "Wysłane z iPhone'a"],
  [
    'iPhone in Russian',
    'Отправлено с iPhone\n\n> 4 мая 2021 г., в 10:22, Milan Horvat <milan@horvat.example> написал(а):\n> \n> Текст',
  ],
  [
    'iPhone in Turkish',
    "iPhone'umdan gönderildi\n\n> Milan Horvat <milan@horvat.example> şunları yazdı (4 May 2021 10:22):\n> \n> Metin",
  ],
  [
    'iPhone in Japanese',
    'iPhoneから送信\n\n> 2021/05/04 10:22、Milan Horvat <milan@horvat.example>のメール:\n> \n> 本文',
  ],
  [
    'iPhone in Chinese',
    '发自我的iPhone\n\n------------------ 原始邮件 ------------------\n发件人: "Milan"<milan@horvat.example>;\n发送时间: 2021年5月4日(星期二) 上午10:22\n收件人: "Ada"<ada@example.com>;\n主题: 你好\n\n正文',
  ],
  ['iPhone in Korean', '나의 iPhone에서 보냄'],
  ['iPhone in Hebrew', 'נשלח מה-iPhone שלי'],
  ['iPhone in Arabic', 'أُرسلت من الـ iPhone'],
  [
    'iPhone in Danish',
    'Sendt fra min iPhone\n\n> Den 4. maj 2021 kl. 10.22 skrev Milan Horvat <milan@horvat.example>:\n> \n> Tekst',
  ],
  ['iPhone in Greek', 'Στάλθηκε από το iPhone μου'],
  ['iPhone in Czech', 'Odesláno z iPhonu'],
  ['iPhone in Hungarian', 'iPhone-ról küldve'],
  ['iPhone in Ukrainian', 'Надіслано з iPhone'],
  [
    'Outlook mobile',
    'Get Outlook for Android<https://aka.ms/AAb9ysg>\n________________________________\nFrom: Milan Horvat <milan@horvat.example>\nSent: Tuesday, May 4, 2021 10:22:00 AM\nTo: Ada Lang <ada@example.com>\nSubject: Re: x\n\nText',
  ],
  [
    'Outlook mobile in German',
    'Outlook für iOS beziehen\n________________________________\nVon: Milan Horvat <milan@horvat.example>\nGesendet: Dienstag, Mai 4, 2021 10:22 AM\nAn: Ada Lang <ada@example.com>\nBetreff: Re: x\n\nText',
  ],
  [
    'Outlook mobile in Spanish',
    'Obtener Outlook para Android\n________________________________\nDe: Milan Horvat <milan@horvat.example>\nEnviado: martes, 4 de mayo de 2021 10:22\nPara: Ada Lang <ada@example.com>\nAsunto: Re: x\n\nTexto',
  ],
  [
    'Samsung',
    'Sent from my Samsung Galaxy , an AT&T LTE smartphone\n\n\n-------- Original message --------\nFrom: Milan Horvat <milan@horvat.example>\nDate: 04/05/2021 10:22 (GMT+01:00)\nTo: Ada Lang <ada@example.com>\nSubject: Re: x\n\nText',
  ],
  [
    'Samsung in French',
    "Envoyé depuis mon appareil Galaxy\n\n\n-------- Message d'origine --------\nDe : Milan Horvat <milan@horvat.example>\nDate : 04/05/2021 10:22 (GMT+01:00)\nÀ : Ada Lang <ada@example.com>\nObjet : Re: x\n\nTexte",
  ],
  [
    'the Yahoo app',
    'Sent from Yahoo Mail for iPhone\n\nOn Tuesday, May 4, 2021, 10:22 AM, Milan Horvat <milan@horvat.example> wrote:\n\nText',
  ],
  [
    'the Yahoo app in French',
    'Envoyé à partir de Yahoo Mail pour Android\n\nLe mar., mai 4 2021 à 10:22, Milan Horvat<milan@horvat.example> a écrit :\n\nTexte',
  ],
  [
    'a closing formula and a card',
    'Kind regards,\n\nAda Lang\nHead of Drawings\nCounting House Ltd\nT: +44 20 7946 0000 | M: +44 7700 900000\nwww.counting.example',
  ],
  [
    'a closing formula and a disclaimer',
    'Best,\nAda\n\nThis email and any attachments are confidential and may be privileged. If you are not the\nintended recipient please notify the sender and delete it.',
  ],
  [
    'a German signature of a company',
    'Mit freundlichen Grüßen\nAda Lang\n\nZählhaus GmbH\nHauptstr. 1, 10115 Berlin\nTel. +49 30 1234567\nGeschäftsführer: Milan Horvat, Amtsgericht Berlin HRB 12345',
  ],
  ['a name below a delimiter', '-- \nAda Lang'],
  ['a name after a delimiter', '-- Ada'],
  [
    'Google Groups',
    '-- \nYou received this message because you are subscribed to the Google Groups "count" group.\nTo unsubscribe from this group and stop receiving emails from it, send an email to count+unsubscribe@googlegroups.com.',
  ],
];

describe('the ending that a phone adds is removed', () => {
  test.each(endings)('%s', (_, ending) => {
    expect(readReply({ text: `${reply}\n\n${ending}\n`, html: null }).text).toBe(reply);
  });
});

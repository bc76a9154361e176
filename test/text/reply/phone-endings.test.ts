import { readReply } from '../../../shared/text/reply/read-reply';

const reply = 'Noon suits me.\n\nShall we meet at the gate?';

/** The lines that phones and small programs append, in many languages, with and without a quote below. */
const endings: readonly [string, string][] = [
  ['via mobile', 'John Doe\nvia mobile'],
  ['dash dash no space', '--\nAda'],
  ['dash space name', '- Ada'],
  ['dash name dot, iphone', '-Lev.\n\nSent from my iPhone'],
  ['three dashes', '---\nAda Lang'],
  ['underscores', '__\nAda Lang\nhttp://ada.example'],
  ['em dash', '—\nAda Lang'],
  ['sent from wireless', 'Sent from my T-Mobile 4G LTE Device'],
  ['sent via', 'Sent via BlackBerry from T-Mobile'],
  ['sent from mailbox', '--\nSent from Mailbox for iPad'],
  ['sent from android', 'Sent from my Android phone with K-9 Mail. Please excuse my brevity.'],
  ['enviado', 'Enviado desde mi iPhone'],
  ['enviado pt', 'Enviado do meu iPad'],
  ['inviato', 'Inviato da iPhone'],
  [
    'inviato mail windows',
    'Inviato da Posta per Windows 10\n\nDa: Milan Horvat\nInviato: martedì 4 maggio 2021 10:22\nA: Ada Lang\nOggetto: Re: conto\n\nTesto',
  ],
  [
    'nl',
    'Verstuurd vanaf mijn iPhone\n\n> Op 4 mei 2021 om 10:22 heeft Milan Horvat <milan@horvat.example> het volgende geschreven:\n> \n> \ufeffTekst',
  ],
  [
    'sv',
    'Skickat från min iPhone\n\n> 4 maj 2021 kl. 10:22 skrev Milan Horvat <milan@horvat.example>:\n> \n> Text',
  ],
  [
    'fi',
    'Lähetetty iPhonesta\n\n> Milan Horvat <milan@horvat.example> kirjoitti 4.5.2021 kello 10.22:\n> \n> Teksti',
  ],
  ['pl', "Wysłane z iPhone'a"],
  [
    'ru',
    'Отправлено с iPhone\n\n> 4 мая 2021 г., в 10:22, Milan Horvat <milan@horvat.example> написал(а):\n> \n> Текст',
  ],
  [
    'tr',
    "iPhone'umdan gönderildi\n\n> Milan Horvat <milan@horvat.example> şunları yazdı (4 May 2021 10:22):\n> \n> Metin",
  ],
  ['ja', 'iPhoneから送信\n\n> 2021/05/04 10:22、Milan Horvat <milan@horvat.example>のメール:\n> \n> 本文'],
  [
    'zh',
    '发自我的iPhone\n\n------------------ 原始邮件 ------------------\n发件人: "Milan"<milan@horvat.example>;\n发送时间: 2021年5月4日(星期二) 上午10:22\n收件人: "Ada"<ada@example.com>;\n主题: 你好\n\n正文',
  ],
  ['ko', '나의 iPhone에서 보냄'],
  ['he', 'נשלח מה-iPhone שלי'],
  ['ar', 'أُرسلت من الـ iPhone'],
  [
    'da',
    'Sendt fra min iPhone\n\n> Den 4. maj 2021 kl. 10.22 skrev Milan Horvat <milan@horvat.example>:\n> \n> Tekst',
  ],
  ['el', 'Στάλθηκε από το iPhone μου'],
  ['cs', 'Odesláno z iPhonu'],
  ['hu', 'iPhone-ról küldve'],
  ['uk', 'Надіслано з iPhone'],
  [
    'outlook mobile',
    'Get Outlook for Android<https://aka.ms/AAb9ysg>\n________________________________\nFrom: Milan Horvat <milan@horvat.example>\nSent: Tuesday, May 4, 2021 10:22:00 AM\nTo: Ada Lang <ada@example.com>\nSubject: Re: x\n\nText',
  ],
  [
    'outlook mobile de',
    'Outlook für iOS beziehen\n________________________________\nVon: Milan Horvat <milan@horvat.example>\nGesendet: Dienstag, Mai 4, 2021 10:22 AM\nAn: Ada Lang <ada@example.com>\nBetreff: Re: x\n\nText',
  ],
  [
    'outlook mobile es',
    'Obtener Outlook para Android\n________________________________\nDe: Milan Horvat <milan@horvat.example>\nEnviado: martes, 4 de mayo de 2021 10:22\nPara: Ada Lang <ada@example.com>\nAsunto: Re: x\n\nTexto',
  ],
  [
    'samsung',
    'Sent from my Samsung Galaxy , an AT&T LTE smartphone\n\n\n-------- Original message --------\nFrom: Milan Horvat <milan@horvat.example>\nDate: 04/05/2021 10:22 (GMT+01:00)\nTo: Ada Lang <ada@example.com>\nSubject: Re: x\n\nText',
  ],
  [
    'samsung fr',
    "Envoyé depuis mon appareil Galaxy\n\n\n-------- Message d'origine --------\nDe : Milan Horvat <milan@horvat.example>\nDate : 04/05/2021 10:22 (GMT+01:00)\nÀ : Ada Lang <ada@example.com>\nObjet : Re: x\n\nTexte",
  ],
  [
    'yahoo app',
    'Sent from Yahoo Mail for iPhone\n\nOn Tuesday, May 4, 2021, 10:22 AM, Milan Horvat <milan@horvat.example> wrote:\n\nText',
  ],
  [
    'yahoo app fr',
    'Envoyé à partir de Yahoo Mail pour Android\n\nLe mar., mai 4 2021 à 10:22, Milan Horvat<milan@horvat.example> a écrit :\n\nTexte',
  ],
  [
    'signoff + card',
    'Kind regards,\n\nAda Lang\nHead of Drawings\nCounting House Ltd\nT: +44 20 7946 0000 | M: +44 7700 900000\nwww.counting.example',
  ],
  [
    'disclaimer',
    'Best,\nAda\n\nThis email and any attachments are confidential and may be privileged. If you are not the\nintended recipient please notify the sender and delete it.',
  ],
  [
    'mfg',
    'Mit freundlichen Grüßen\nAda Lang\n\nZählhaus GmbH\nHauptstr. 1, 10115 Berlin\nTel. +49 30 1234567\nGeschäftsführer: Milan Horvat, Amtsgericht Berlin HRB 12345',
  ],
  ['no empty line', '-- \nAda Lang'],
  ['one line', '-- Ada'],
  [
    'google group',
    '-- \nYou received this message because you are subscribed to the Google Groups "count" group.\nTo unsubscribe from this group and stop receiving emails from it, send an email to count+unsubscribe@googlegroups.com.',
  ],
];

describe('the ending that a phone adds is removed', () => {
  test.each(endings)('%s', (_, ending) => {
    expect(readReply({ text: `${reply}\n\n${ending}\n`, html: null }).text).toBe(reply);
  });
});

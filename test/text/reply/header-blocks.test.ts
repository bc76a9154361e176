import { readReply } from '../../../shared/text/reply/read-reply';

const reply = 'That works for us.';
const replyIn = (text: string) => readReply({ text, html: null }).text;

const headerNames: readonly [string, string, string, string, string][] = [
  ['English', 'From', 'Sent', 'To', 'Subject'],
  ['English from Apple Mail', 'From', 'Date', 'To', 'Subject'],
  ['German', 'Von', 'Gesendet', 'An', 'Betreff'],
  ['French', 'De ', 'Envoyé ', 'À ', 'Objet '],
  ['French with the date first', 'De ', 'Date ', 'À ', 'Objet '],
  ['Spanish', 'De', 'Enviado el', 'Para', 'Asunto'],
  ['Italian', 'Da', 'Inviato', 'A', 'Oggetto'],
  ['Brazilian Portuguese', 'De', 'Enviada em', 'Para', 'Assunto'],
  ['European Portuguese', 'De', 'Enviado', 'Para', 'Assunto'],
  ['Dutch', 'Van', 'Verzonden', 'Aan', 'Onderwerp'],
  ['Danish', 'Fra', 'Sendt', 'Til', 'Emne'],
  ['Swedish', 'Från', 'Skickat', 'Till', 'Ämne'],
  ['Finnish', 'Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe'],
  ['Polish', 'Od', 'Wysłano', 'Do', 'Temat'],
  ['Czech', 'Od', 'Odesláno', 'Komu', 'Předmět'],
  ['Slovak', 'Od', 'Odoslané', 'Komu', 'Predmet'],
  ['Hungarian', 'Feladó', 'Elküldve', 'Címzett', 'Tárgy'],
  ['Romanian', 'De la', 'Trimis', 'Către', 'Subiect'],
  ['Bulgarian', 'От', 'Изпратено', 'До', 'Относно'],
  ['Croatian', 'Od', 'Poslano', 'Prima', 'Predmet'],
  ['Slovenian', 'Od', 'Poslano', 'Za', 'Zadeva'],
  ['Russian', 'От', 'Отправлено', 'Кому', 'Тема'],
  ['Ukrainian', 'Від', 'Надіслано', 'Кому', 'Тема'],
  ['Greek', 'Από', 'Στάλθηκε', 'Προς', 'Θέμα'],
  ['Turkish', 'Kimden', 'Gönderildi', 'Kime', 'Konu'],
  ['Hebrew', 'מאת', 'נשלח', 'אל', 'נושא'],
  ['Arabic', 'من', 'تم الإرسال', 'إلى', 'الموضوع'],
  ['Vietnamese', 'Từ', 'Đã gửi', 'Đến', 'Chủ đề'],
  ['Thai', 'จาก', 'ส่ง', 'ถึง', 'เรื่อง'],
  ['Indonesian', 'Dari', 'Dikirim', 'Kepada', 'Subjek'],
  ['Japanese', '差出人', '送信日時', '宛先', '件名'],
  ['Korean', '보낸 사람', '보낸 날짜', '받는 사람', '제목'],
  ['Simplified Chinese', '发件人', '发送时间', '收件人', '主题'],
  ['Traditional Chinese', '寄件者', '傳送日期', '收件者', '主旨'],
  ['Estonian', 'Saatja', 'Saadetud', 'Adressaat', 'Teema'],
  ['Latvian', 'No', 'Nosūtīts', 'Kam', 'Tēma'],
  ['Lithuanian', 'Nuo', 'Išsiųsta', 'Kam', 'Tema'],
  ['Catalan', 'De', 'Enviat', 'Per a', 'Assumpte'],
];

describe('the header block that Outlook copies above a message', () => {
  test.each(headerNames)('in %s ends the reply', (_, from, sent, to, subject) => {
    const headerBlock = `${from}: Kim Li <kim@example.com>\n${sent}: 5.10.2020 10:10\n${to}: Ada\n${subject}: Dates`;

    expect(replyIn(`${reply}\n\n${headerBlock}\n\nAre you free?\n\nKim\n`)).toBe(reply);
  });

  test.each(headerNames)(
    'in %s with bold markers below a separator line ends the reply',
    (_, from, sent, to, subject) => {
      const headerBlock = `*${from}:* Kim Li\n*${sent}:* 5.10.2020 10:10\n*${to}:* Ada Roe\n*${subject}:* Dates`;

      expect(replyIn(`${reply}\n\n________________________________\n${headerBlock}\n\nAre you free?\n`)).toBe(
        reply,
      );
    },
  );

  test.each([
    [
      'a date first',
      'Date: Mon, 5 Oct 2020 10:10:00 +0200\nFrom: kim@example.com\nTo: ada@example.com\nSubject: Dates',
    ],
    [
      'Yahoo’s indented lines',
      '      From: Kim Li <kim@example.com>\n To: Ada <ada@example.com> \n Sent: Monday, October 5, 2020 10:10 AM\n Subject: Re: Dates',
    ],
    [
      'an address on a line of its own',
      'From: Kim Li\n<kim@example.com>\nSent: Monday, 5 October 2020\nTo: Ada\nSubject: Dates',
    ],
    [
      'a long list of recipients',
      'From: Kim Li <kim@example.com>\nSent: Monday\nTo: Ada <ada@example.com>;\n Bo <bo@example.com>;\n Cy <cy@example.com>\nCc: Di\nSubject: Dates',
    ],
    ['square brackets', 'From: Kim Li [mailto:kim@example.com]\nSent: Monday\nTo: Ada\nSubject: Dates'],
    ['no addresses', 'From: Kim Li\nSent: Monday, October 5, 2020 10:10 AM\nTo: Ada Roe\nSubject: Dates'],
    [
      'importance and attachments',
      'From: Kim Li <kim@example.com>\nSent: Monday\nTo: Ada\nSubject: Dates\nImportance: High\nAttachments: a.pdf',
    ],
    [
      'Lotus Notes’ wide gaps',
      'From:        Kim Li <kim@example.com>\nTo:        Ada\nDate:        05.10.2020 10:10\nSubject:        Dates',
    ],
    [
      'Orange',
      'Message du : 05/10/2020 10:10\nDe : "Kim Li" <kim@example.com>\nA : ada@example.com\nObjet : Dates',
    ],
  ])('with %s ends the reply', (_, headerBlock) => {
    expect(replyIn(`${reply}\n\n${headerBlock}\n\nAre you free?\n`)).toBe(reply);
  });

  test('can be above a quote with the reply below the quote', () => {
    const headerBlock = 'From: Kim Li <kim@example.com>\nDate: Monday\nSubject: Dates';

    expect(replyIn(`${headerBlock}\n\n> Are you free?\n\n${reply}\n`)).toBe(reply);
  });

  test('is kept together with the message if the message is forwarded without a comment', () => {
    const forwarded =
      'From: Kim Li <kim@example.com>\nSent: Monday\nTo: Ada\nSubject: Dates\n\nAre you free?';

    expect(replyIn(forwarded)).toBe(forwarded);
  });

  test.each([
    'From: here on it is easy.\nTo: be honest, I like it.',
    'The trip:\nFrom: Berlin\nTo: Paris\nDate: 3 March',
    'Date: 3 March\nPlace: Lyon',
    'Subject: maths\nTo: all pupils\nbring a ruler.',
    'The data comes\nFrom: our database\nnot from the file.',
    'Note: one\nWarning: two\nError: three',
    'I: Kim\nYou: Ada',
    'This report relates to a message with this header:\n\n  Message-ID: <1@example.com>\n  Date: Mon, 5 Oct 2020 10:10:00 +0200\n  From: kim@example.com\n  To: ada@example.com\n\nIt was not delivered.',
    'It was not delivered.\n\nReporting-MTA: dns; mail.example.com\n\nAction: failed\nFinal-Recipient: rfc822; ada@example.com\nRemote-MTA: dns; www.example.com',
  ])('is not detected in prose: %j', (prose) => {
    expect(replyIn(prose)).toBe(prose);
  });
});

describe('a separator line with dashes', () => {
  test.each([
    '-----Original Message-----',
    '----- Original Message -----',
    '-------- Original Message --------',
    '-------- Original message --------',
    '________Original Message________',
    '-----Ursprüngliche Nachricht-----',
    '-------- Ursprüngliche Nachricht --------',
    "-----Message d'origine-----",
    '-------- Message d’origine --------',
    '-----Mensaje original-----',
    '-----Messaggio originale-----',
    '-----Mensagem original-----',
    '-----Oorspronkelijk bericht-----',
    '-----Oprindelig meddelelse-----',
    '-----Ursprungligt meddelande-----',
    '-----Opprinnelig melding-----',
    '-----Alkuperäinen viesti-----',
    '-----Wiadomość oryginalna-----',
    '---------- Původní zpráva ----------',
    '---------- Pôvodná správa ----------',
    '-----Eredeti üzenet-----',
    '-----Исходное сообщение-----',
    '-----Оригинальное сообщение-----',
    '-----Orijinal Mesaj-----',
    '-----הודעה מקורית-----',
    '-----原始邮件-----',
    '------------------ 原始邮件 ------------------',
    '------------------ Original ------------------',
    '-----元のメッセージ-----',
    '-----원본 메시지-----',
    '---- Replied Message ----',
    '---- Kim Li wrote ----',
  ])('%s ends the reply', (separator) => {
    expect(replyIn(`${reply}\n\n${separator}\nAre you free?\n`)).toBe(reply);
    expect(
      replyIn(`${reply}\n\n${separator}\nFrom: kim@example.com\nSubject: Dates\n\nAre you free?\n`),
    ).toBe(reply);
  });

  test.each([
    '---------- Forwarded message ---------',
    '---------- Forwarded message ----------',
    '-------- Forwarded Message --------',
    '----- Forwarded Message -----',
    'Begin forwarded message:',
    '---------- Weitergeleitete Nachricht ---------',
    '-------- Weitergeleitete Nachricht --------',
    'Anfang der weitergeleiteten Nachricht:',
    '---------- Message transféré ---------',
    '-------- Message transféré --------',
    'Début du message transféré :',
    '---------- Mensaje reenviado ---------',
    'Inicio del mensaje reenviado:',
    '---------- Messaggio inoltrato ---------',
    'Inizio messaggio inoltrato:',
    '---------- Mensagem encaminhada ---------',
    '---------- Doorgestuurd bericht ---------',
    'Begin doorgestuurd bericht:',
    '---------- Videresendt meddelelse ---------',
    '---------- Vidarebefordrat meddelande ---------',
    '---------- Wiadomość przekazana ---------',
    '---------- Přeposlaná zpráva ---------',
    '---------- Továbbított üzenet ---------',
    '---------- Пересылаемое сообщение ---------',
    '---------- Переслане повідомлення ---------',
    '---------- Yönlendirilmiş ileti ---------',
    '---------- 转发邮件 ---------',
    '---------- 転送メッセージ ---------',
    '---------- 전달된 메시지 ---------',
  ])('%s keeps the forwarded message below', (separator) => {
    const forwarded = `See below.\n\n${separator}\nFrom: Kim <kim@example.com>\nDate: Mon, 5 Oct 2020\nSubject: Dates\n\nAre you free?`;

    expect(replyIn(`${forwarded}\n`)).toBe(forwarded);
  });

  test('ends a signature above a forwarded message, so that only the signature is removed', () => {
    const forwarded = '---------- Forwarded message ---------\nFrom: Kim <kim@example.com>\n\nAre you free?';

    expect(replyIn(`See below.\n\n-- \nAda\n\n${forwarded}`)).toBe(`See below.\n\n${forwarded}`);
  });

  test.each([
    '--- draft ---\nOne\nTwo',
    '== Plan ==\nOne',
    'Plan\n-----\nOne\nTwo and three, which are long enough to matter?',
  ])('is kept as a heading in prose: %j', (prose) => {
    expect(replyIn(prose)).toBe(prose);
  });
});

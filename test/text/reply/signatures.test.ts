import { readReply } from '../../../shared/text/reply/read-reply';

const reply = 'The blue one is broken.\nPlease send another.';
const replyIn = (text: string) => readReply({ text, html: null }).text;

const phoneLines: readonly string[] = [
  'Sent from my iPhone',
  'Sent from my iPad',
  'Sent from my Samsung Galaxy smartphone.',
  'Sent from my Verizon Wireless 4G LTE smartphone',
  'Sent from my Android phone with K-9 Mail. Please excuse my brevity.',
  'Sent from Outlook for iOS',
  'Sent from Mail for Windows 10',
  'Sent from Mail for Windows',
  'Sent from Yahoo Mail on Android',
  'Sent from Yahoo Mail for iPhone',
  'Sent from AOL Mobile Mail',
  'Sent from ProtonMail mobile',
  'Sent from Proton Mail for iOS',
  'Sent with Proton Mail secure email.',
  'Sent via BlackBerry from T-Mobile',
  'Sent from my BlackBerry - the most secure mobile device',
  'Sent using Zoho Mail',
  'Sent with Airmail',
  'Sent via Superhuman',
  'Sent from my Huawei Mobile',
  'Sent from a mobile device',
  'Get Outlook for iOS',
  'Get Outlook for Android<https://aka.ms/AAb9ysg>',
  'Get BlueMail for Android',
  '(Sent from my phone)',
  '<<sent by galaxy>>',
  'From my iPhone',
  'Von meinem iPhone gesendet',
  'Von meinem Samsung Galaxy Smartphone gesendet.',
  'Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.',
  'Gesendet von Mail für Windows 10',
  'Gesendet mit der GMX Mail App',
  'Gesendet von Outlook für Android',
  'Von unterwegs gesendet',
  'Envoyé de mon iPhone',
  'Envoyé depuis mon appareil mobile Samsung.',
  'Envoyé à partir de Outlook pour Android',
  'Télécharger Outlook pour iOS',
  'Obtenir Outlook pour iOS',
  'Enviado desde mi iPhone',
  'Enviado desde Outlook para Android',
  'Obtener Outlook para iOS',
  'Enviado do meu iPhone',
  'Enviado via iPhone',
  'Obter o Outlook para Android',
  'Inviato da iPhone',
  'Inviato dal mio Galaxy',
  'Ottieni Outlook per iOS',
  'Verzonden vanaf mijn iPhone',
  'Verstuurd vanaf mijn iPad',
  'Outlook voor iOS downloaden',
  'Sendt fra min iPhone',
  'Hent Outlook til iOS',
  'Skickat från min iPhone',
  'Hämta Outlook för Android',
  'Lähetetty iPhonesta',
  'Hanki Outlook for Android',
  'Wysłane z iPhone’a',
  'Wysłano z mojego telefonu Samsung',
  'Odesláno z iPhonu',
  'Odoslané z iPhonu',
  'Az iPhone-omról küldve',
  'Trimis de pe iPhone-ul meu',
  'Poslano s mojeg iPhonea',
  'Отправлено с iPhone',
  'Отправлено из мобильной Почты Mail.ru',
  'Надіслано з iPhone',
  'Изпратено от моя iPhone',
  'Στάλθηκε από το iPhone μου',
  'iPhone’umdan gönderildi',
  'נשלח מה-iPhone שלי',
  'أرسلت من الـ iPhone',
  'iPhoneから送信',
  '나의 iPhone에서 보냄',
  '发自我的iPhone',
  '從我的 iPhone 傳送',
  'Dikirim dari iPhone saya',
  'Đã gửi từ iPhone của tôi',
  'ส่งจาก iPhone ของฉัน',
];

describe('the line that a phone adds', () => {
  test.each(phoneLines)('%j is removed', (phoneLine) => {
    expect(replyIn(`${reply}\n\n${phoneLine}\n`)).toBe(reply);
  });

  test.each(phoneLines)('%j is removed above a quote', (phoneLine) => {
    const text = `${reply}\n\n${phoneLine}\n\nOn 5 Oct 2020, at 10:10, Kim <kim@example.com> wrote:\n\n> Which one?\n`;

    expect(replyIn(text)).toBe(reply);
  });

  test.each([
    'Sent from the office in Lyon by courier on Monday, so it should be with you by the end of the week.\nIs that soon enough?',
    'The parcel was\nsent from my phone shop to yours.\nDid it arrive?',
    'Von meinem Nachbarn weiß ich nichts.\nFragen Sie ihn.',
    'Envoyé de Paris hier, il devrait être là.\nVoulez-vous le vérifier ?',
    'Get Outlook for me, please, and install it on the laptop in the meeting room today.\nCan you?',
  ])('is not detected in prose: %j', (prose) => {
    expect(replyIn(prose)).toBe(prose);
  });
});

describe('a signature below a delimiter', () => {
  test.each([
    '-- \nKim Li\nExample Ltd',
    '--\nKim Li\nExample Ltd',
    '--\n\nKim Li',
    '—\nKim Li',
    '__\nKim Li',
    '---\nKim Li\n+1 555 0100',
    '________________________________\nKim Li\nExample Ltd',
    '*****\nKim Li\nExample Ltd',
    '=====\nKim Li\nExample Ltd',
    '--\n--\nRegards,\nKim',
    '-- \nKim Li\n\nExample Ltd\n1 Example Street\n\nThis e-mail is confidential. If you are not the intended recipient, notify the sender.',
  ])('%j is removed', (signature) => {
    expect(replyIn(`${reply}\n\n${signature}\n`)).toBe(reply);
    expect(replyIn(`${reply}\n${signature}\n\nOn 5 Oct 2020, Kim <kim@example.com> wrote:\n> Which?\n`)).toBe(
      reply,
    );
    expect(replyIn(`On 5 Oct 2020, Kim <kim@example.com> wrote:\n> Which?\n\n${reply}\n\n${signature}`)).toBe(
      reply,
    );
  });

  test.each([
    'And here is a fix -- this is no signature.',
    'Two points:\n-- the first, which takes a while to explain\n-- the second',
    'name | size\n-----|-----\nblue | 10',
    'Name   Size\n----   ----\nblue   10',
    'Use --force\nor -f.',
    'Your order:\n\n--------------------\nBlue pump   10 EUR\nRed pump    12 EUR\n--------------------\nTotal       22 EUR',
    'First we paint the wall.\n\n---\n\nThen we paint the ceiling, if there is any paint left.\n\n***\n\nThat is all of it.',
    '```\n--\n-- a comment in SQL\nselect 1\n```\nDoes it run?',
    'Plan\n====\nFirst we paint the wall, then the ceiling, and after that we see what is left of the paint.',
  ])('is not detected in %j', (text) => {
    expect(replyIn(text)).toBe(text);
  });
});

describe('the closing of a reply', () => {
  test.each([
    'Best regards,\nKim Li',
    'Kind regards\n\nKim Li\nHead of Examples\nExample Ltd\n+1 555 010 0100\nwww.example.com',
    'Regards,\nKim',
    'Thanks,\nKim',
    'Thanks & regards,\nKim Li',
    'Cheers\nKim',
    'Sincerely yours,\nDr. Kim Li',
    'Mit freundlichen Grüßen\n\nKim Li\nGeschäftsführerin\n\nExample GmbH\nBeispielweg 1, 12345 Musterstadt\nTel. +49 30 1234567',
    'Viele Grüße\nKim',
    'LG\nKim',
    'Cordialement,\n\nKim Li\nResponsable des exemples',
    'Bonne journée,\nKim',
    'Un saludo,\nKim',
    'Saludos cordiales,\nKim Li',
    'Atenciosamente,\nKim Li',
    'Cordiali saluti\nKim Li',
    'Met vriendelijke groet,\n\nKim Li',
    'Med venlig hilsen\nKim Li',
    'Mvh,\nKim\n070-000 00 00',
    'Med vänliga hälsningar\nKim Li',
    'Ystävällisin terveisin\nKim Li',
    'Pozdrawiam,\nKim Li',
    'S pozdravem\nKim Li',
    'Üdvözlettel,\nKim Li',
    'Cu stimă,\nKim Li',
    'Lep pozdrav,\nKim',
    'С уважением,\nКим Ли',
    'З повагою,\nКім Лі',
    'Με εκτίμηση,\nKim Li',
    'Saygılarımla,\nKim Li',
    'בברכה,\nקים',
    'よろしくお願いいたします。',
    '以上、よろしくお願いいたします\nキム',
    '감사합니다.\n김리 드림',
    '谢谢！\n李',
    'Trân trọng,\nKim',
    'Salam,\nKim',
    '/ Regards\nKim',
  ])('%j is removed', (signature) => {
    expect(replyIn(`${reply}\n\n${signature}\n`)).toBe(reply);
    expect(replyIn(`${reply}\n\n${signature}\n\nSent from my iPhone\n`)).toBe(reply);
  });

  test.each(['-Kim', '- Kim', '— Kim Li', '–Kim'])('that is only the name %j is removed', (name) => {
    expect(replyIn(`${reply}\n\n${name}\n`)).toBe(reply);
  });

  test.each([
    'Thanks!',
    'Thank you',
    'We take:\n- Ada\n- Bo\n- Cy',
    'With regards to the invoice: it is paid.\nIs there more to do?',
    'Best of all was the soup.\nDid you like it too?',
    'Thanks for the quick answer, it helped a lot.\nWe will take ten of them, please.',
    'Regards,\nis what I wanted to write, but there is more: when do you come, and do you bring the children?',
    'Thanks,\nbut no.\n\nWhat we need is a pump, as I wrote before, and somebody to build it in next week.',
    'The address:\nKim Li\n1 Example Street\nExample Town',
    'Call Ada at +1 555 010 0100 or write to ada@example.com.',
    'Gruß an alle',
  ])('is not detected in the text %j', (text) => {
    expect(replyIn(text)).toBe(text);
  });

  // IN-15
  test('is kept if the message contains only a closing or a signature', () => {
    expect(replyIn('Best regards,\nKim')).toBe('Best regards,\nKim');
    expect(replyIn('Sent from my iPhone')).toBe('Sent from my iPhone');
  });
});

describe('the footer that a third party adds', () => {
  test.each([
    '_______________________________________________\nexample mailing list\nexample@lists.example.org\nhttps://lists.example.org/listinfo/example',
    '-- \nYou received this message because you are subscribed to the Google Groups "Example" group.\nTo unsubscribe from this group and stop receiving emails from it, send an email to example+unsubscribe@googlegroups.com.',
    '-- \nSie erhalten diese Nachricht, weil Sie in Google Groups E-Mails von der Gruppe "Example" abonniert haben.',
    'This e-mail and any attachments are confidential and intended solely for the addressee. If you have received it in error, please delete it and notify the sender.',
    'Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen. Wenn Sie nicht der richtige Adressat sind, informieren Sie bitte den Absender und vernichten Sie diese Mail.',
    'Ce message et ses pièces jointes sont confidentiels et réservés à leur destinataire. Si vous avez reçu ce message par erreur, merci de le détruire et d’avertir l’expéditeur.',
    'Este mensaje es confidencial y va dirigido a su destinatario. Si lo ha recibido por error, elimine el correo y notifique al remitente, gracias.',
    'Virus-free. www.avast.com',
    'Please consider the environment before printing this e-mail',
  ])('%j is removed', (footer) => {
    expect(replyIn(`${reply}\n\n${footer}\n`)).toBe(reply);
    expect(replyIn(`${reply}\n\nBest regards,\nKim\n\n${footer}\n`)).toBe(reply);
    expect(replyIn(`${reply}\n\nOn 5 Oct 2020, Kim <kim@example.com> wrote:\n> Which?\n\n${footer}\n`)).toBe(
      reply,
    );
  });

  test('is not detected if the author mentions confidentiality', () => {
    const text = 'Hi,\n\nthe contract is confidential, please keep it so.\n\nKim sent it in error.';

    expect(replyIn(text)).toBe(text);
  });
});

import { knownQuotes } from '../../../shared/text/reply/known-quote';
import { textLines } from '../../../shared/text/reply/lines';
import { readReply } from '../../../shared/text/reply/read-reply';
import { expectCpuMsAtMost } from '../../support/cpu-time';

const attribution = 'On Mon, 5 Oct 2020 at 10:10, Ada <ada@example.com> wrote:';
const history = `\n\n${attribution}\n> Which error?\n> Ada`;

// IN-30
describe('a line of a mail server is no attribution', () => {
  test.each([
    'Our mail fails:\n\n554 5.7.1 <kim@example.com>:\n  Relay access denied\n\nCan you fix that?',
    'I got:\n\n<kim@example.com>: host mx.example.com[192.0.2.1] said:\n    550 5.1.1 User unknown\n\nWhy?',
    'I got:\n\n<kim@example.com>: host mx.example.com[IPv6:2001:db8::1] said:\n    550 User unknown\n\nWhy?',
    'Log:\n\n2026-03-03 09:12:01 to=<kim@example.com>:\nrefused\n\nWhy?',
    'Log:\n\n10.0.12.34 <kim@example.com>:\nrefused\n\nWhy?',
  ])('%j', (text) => {
    expect(readReply({ text: `${text}${history}`, html: null }).text).toBe(text);
  });
});

// IN-30
describe('a quote that the sender made is kept', () => {
  test.each<[string, string]>([
    ['below a colon', 'I get this:\n> Error 500'],
    ['below a colon and a blank line', 'I get this:\n\n> Error 500\n> at line 3'],
    ['below a sentence', 'I get this.\n\n> Error 500'],
    ['below words without punctuation', 'I get this\n> Error 500'],
    ['at the top', '> Error 500\n\nI get this.'],
    ['between two texts', 'I get\n> Error 500\nsince Monday.'],
    ['twice', 'First\n\n> Error 500\n\nthen\n\n> Error 501'],
    ['in other languages', '以下のエラーが出ます\n\n> エラー 500\n> 行 3'],
    ['with an address and a time', 'The log says\n> 10:10 kim@example.com: refused'],
    ['with an address in brackets and a time', 'The log says\n> 10:10 <kim@example.com>: refused\n\nWhy?'],
    ['that is a bounce', 'It says:\n\n> 550 5.1.1 <kim@example.com>: Recipient rejected\n\nPlease fix it.'],
    [
      'that is the answer of a host',
      'It says:\n> <kim@example.com>: host mx.example.com[192.0.2.1] said: 550 5.1.1 Unknown\n\nWhy?',
    ],
    ['nested', 'They answered\n\n> > Is it on?\n> Yes.'],
    ['below the word of somebody without a name', 'The customer wrote:\n> refused\n\nCan you help?'],
    ['below the word of somebody without a name, at the end', 'Hello.\nMy boss writes:\n\n> refused'],
    ['below the word of the reader', 'Hello.\n\nYou wrote:\n> refused'],
    ['below the word of the reader on a day', 'On 5 May you wrote:\n> refused\n\nIs it true?'],
    ['below the word of the sender', 'I wrote:\n\n> Please refund it.\n\nNobody answered.'],
    ['below a sentence that names an author', 'Then Kim wrote:\n> refused\n\nCan you help?'],
    ['below a sentence with an address', 'This is what kim@example.com wrote:\n> refused\n\nIs it you?'],
    ['below a line of a log', 'Log: 10:10 kim wrote: refused:\n> at line 3\n\nCan you help?'],
    ['below a thing with a time', 'At 10:30 the server sent:\n> refused'],
    ['below a thing with a date', 'the error on 5.5.2026:\n> refused'],
    ['below words without a colon', 'the page that you wrote\n> refused\n\nIs it current?'],
    [
      'below the word of the reader in a mail',
      'Hello,\n\nIn your mail of 5 May 2026 you wrote:\n> refused\n\nIs that still so?',
    ],
    [
      'below the word of the reader in a mail, at the end',
      'In your mail of 5 May 2026 you wrote:\n\n> refused',
    ],
    ['below the word of the reader on a date', 'On 5 May 2026 you wrote:\n> refused\n\nIs that still so?'],
    ['below a mail with a time', 'In your email of 5 May 2026 10:10 you wrote:\n> refused\n\nWhy?'],
    ['below a mail that names its author', 'In the mail of 5 May 2026 Ada wrote:\n> refused\n\nWhy?'],
    [
      'below a mail that names its author and an address',
      'In her mail of 5 May 2026 Ada <ada@example.com> wrote:\n> refused\n\nWhy?',
    ],
    ['below a ticket', 'In the ticket #42 (5/5/2026) kim@example.com wrote:\n> refused\n\nWhy?'],
    ['below a mail, in German', 'In Ihrer Mail vom 05.05.2026 schrieben Sie:\n> abgelehnt\n\nWieso?'],
    [
      'below a mail, in polite German',
      'Am 05.05.2026 um 10:10 haben Sie mir geschrieben:\n> abgelehnt\n\nWieso?',
    ],
    ['below the word of a department', 'Ihr Support hat am 05.05.2026 geschrieben:\n> abgelehnt\n\nWas nun?'],
    ['below the word of the reader, in Italian', 'Il 5 maggio 2026 mi ha scritto:\n> no\n\nPerché?'],
    [
      'below the word of the reader, in Portuguese',
      'Em 5 de maio de 2026 você me escreveu:\n> nao\n\nE agora?',
    ],
    ['below the word of the reader, in Russian', '5 мая 2026 вы мне написали:\n> нет\n\nПочему?'],
    ['below the word of the reader, in Polish', 'Dnia 5 maja 2026 napisał mi Pan:\n> nie\n\nDlaczego?'],
    ['below a mail, in Dutch', 'In uw mail van 5 mei 2026 10:10 schreef u:\n> geweigerd\n\nWaarom?'],
    ['below a mail, in Danish', 'I din mail af 5. maj 2026 skrev du:\n> afvist\n\nHvorfor?'],
    ['below a mail, in Swedish', 'I ditt mejl den 5 maj 2026 skrev du:\n> nekad\n\nVarför?'],
    ['below a mail, in French', 'Dans votre message du 5 mai 2026 vous avez écrit :\n> refusé\n\nPourquoi ?'],
    [
      'below a mail, in Spanish',
      'En su correo del 5 de mayo de 2026 usted escribió:\n> rechazado\n\n¿Por qué?',
    ],
    ['below a mail, in Italian', 'Nella sua mail del 5 maggio 2026 ha scritto:\n> rifiutato\n\nPerché?'],
    [
      'below a mail, in Portuguese',
      'No seu e-mail de 5 de maio de 2026 você escreveu:\n> recusado\n\nPor quê?',
    ],
    ['below a mail, in Polish', 'W mailu z dnia 5 maja 2026 napisał Pan:\n> odmowa\n\nDlaczego?'],
    ['below a mail, in Russian', 'В письме от 5 мая 2026 вы писали:\n> отказано\n\nПочему?'],
    ['in German', 'Der Kunde schrieb:\n> abgelehnt\n\nWas nun?'],
    ['in German with the verb first', 'Am 05.05.2026 schrieb mein Chef:\n> abgelehnt'],
    ['in polite German', 'Gestern schrieben Sie:\n> abgelehnt\n\nWas nun?'],
    ['in French', 'Le client a écrit :\n> refusé\n\nQue faire ?'],
    ['in polite French', 'Vous avez écrit :\n> refusé\n\nQue faire ?'],
    ['in Spanish', 'El cliente escribió:\n> rechazado\n\n¿Y ahora?'],
    ['in Portuguese', 'O cliente escreveu:\n> recusado\n\nE agora?'],
    ['in Italian', 'Il mio capo ha scritto:\n> rifiutato\n\nChe faccio?'],
    ['in Dutch', 'Op de pagina schreef u:\n> geweigerd\n\nKlopt dat?'],
    ['in Swedish', 'Igår skrev kunden:\n> nekad\n\nVad nu?'],
    ['in Polish', 'Klient napisał:\n> odmowa\n\nCo teraz?'],
    ['in Russian', 'Клиент написал:\n> отказано\n\nЧто делать?'],
    ['in Chinese', '客户写道：\n> 拒绝\n\n怎么办？'],
    ['in Chinese with a date', '您在2026年5月5日的邮件中写道:\n> 拒绝\n\n怎么办？'],
    ['in Chinese with a time', '客户在2026年5月5日10:10写道：\n> 拒绝\n\n怎么办？'],
    ['in Japanese with a date', 'お客様が2026年5月5日に書きました:\n> 拒否\n\nどうしますか'],
    ['in Japanese', 'お客様が書きました:\n> 拒否\n\nどうしますか'],
    ['below a name and a time', 'Slack, 12 May 2026 9:14 AM:\n> refused\n\nWhy?'],
    ['below a title with a date', '12 May 2026 Release Notes:\n> refused\n\nWhy?'],
    ['below a title with a time', '2026-05-12 09:14 Server Log:\n> refused\n\nWhy?'],
    ['below a ticket with a time', 'Ticket #4711 (12 May 2026, 9:14):\n> refused\n\nWhy?'],
    ['below a log with an address', 'Log from server@host 2026-05-12 09:14:\n> refused\n\nWhy?'],
    ['below a chat', 'Chat with ada@example.com on 12 May 2026:\n> refused\n\nWhy?'],
    ['below an answer, in German', 'Antwort von ada@example.com am 12.05.2026:\n> abgelehnt\n\nWieso?'],
    ['below the word of the sender, in German', 'Wir haben am 12.05.2026 geschrieben:\n> bitte\n\nUnd?'],
    ['below the word of the sender, in Dutch', 'Ik heb op 12-05-2026 9:14 geschreven:\n> nee\n\nEn nu?'],
    ['below the word of the sender, in Arabic', 'كتبت في 12/05/2026:\n> لا\n\nلماذا؟'],
    ['below the word of the sender, in Vietnamese', 'Tôi đã viết ngày 12/05/2026:\n> không\n\nVì sao?'],
    ['below the word of the sender, in Indonesian', 'Saya menulis pada 12/05/2026:\n> tidak\n\nMengapa?'],
    ['below the word of a customer, in Polish', 'Mój klient napisał 12.05.2026:\n> odmowa\n\nCo teraz?'],
    ['below the word of a customer, in Czech', 'Můj zákazník napsal 12.5.2026:\n> ne\n\nCo teď?'],
    ['below the word of a customer, in Russian', 'Мой клиент написал 12.05.2026:\n> нет\n\nЧто делать?'],
    ['below the word of a customer, in Romanian', 'Clientul meu a scris pe 12.05.2026:\n> nu\n\nDe ce?'],
    ['below the word of a customer, in Turkish', 'Müşterim 12.05.2026 tarihinde şunu yazdı:\n> x\n\nNeden?'],
    ['below a sentence, in Korean', '2026년 5월 12일 오전 9:14에 이런 메시지를 받았습니다:\n> 오류\n\n왜죠?'],
    ['below a sentence, in Japanese', '5月5日 2026年のメールにはこう書きました:\n> 拒否\n\nなぜ'],
    [
      'that looks like a form',
      'Please move it.\n\n> From: Berlin\n> To: Hamburg\n> Date: 12.05.2026\n> Subject: glass',
    ],
  ])('%s', (_, text) => {
    expect(readReply({ text, html: null }).text).toBe(text);
    expect(readReply({ text: text + history, html: null }).text).toBe(text);
  });

  test.each<[string, string, string]>([
    ['a blockquote', '<p>I get this:</p><blockquote>Error 500</blockquote>', 'I get this:\n\n> Error 500'],
    [
      'a blockquote with a line at its side',
      '<div>I get</div><blockquote style="border-left:3px solid #ccc;padding-left:1em">Error 500</blockquote>',
      'I get\n\n> Error 500',
    ],
    [
      'a blockquote with the class of an editor',
      '<p>I get</p><blockquote class="blockquote"><p>Error 500</p></blockquote>',
      'I get\n\n> Error 500',
    ],
    [
      'two blockquotes',
      '<p>First</p><blockquote>Error 500</blockquote><p>then</p><blockquote>Error 501</blockquote>',
      'First\n\n> Error 500\n\nthen\n\n> Error 501',
    ],
    [
      'a blockquote above the history of Gmail',
      `<div>I get<blockquote>Error 500</blockquote></div><div class="gmail_quote"><div class="gmail_attr">${attribution}</div><blockquote class="gmail_quote">Which?</blockquote></div>`,
      'I get\n\n> Error 500',
    ],
    [
      'a blockquote above the history of Outlook',
      '<p>I get</p><blockquote>Error 500</blockquote><div id="divRplyFwdMsg"><b>From:</b> Ada</div><p>Which?</p>',
      'I get\n\n> Error 500',
    ],
    [
      'a blockquote above the history of Apple Mail',
      `<div>I get</div><blockquote>Error 500</blockquote><div>That is all.</div><blockquote type="cite"><div>${attribution}</div>Which?</blockquote>`,
      'I get\n\n> Error 500\n\nThat is all.',
    ],
    [
      'a citation that Thunderbird pastes',
      '<p>I get this:</p><blockquote type="cite">Error 500</blockquote>',
      'I get this:\n\n> Error 500',
    ],
    [
      'the quote of the toolbar of Gmail',
      '<div dir="ltr">I get this:<br><blockquote class="gmail_quote">Error 500</blockquote></div>',
      'I get this:\n\n> Error 500',
    ],
  ])('as %s', (_, html, text) => {
    expect(readReply({ text: null, html }).text).toBe(text);
  });
});

const known = knownQuotes([{ text: 'Hello Kim,\n\nwhich error do you see when you log in?', html: null }]);
const top = `${attribution}\n> Hello Kim,\n> which error do you see when you log in?\n\n`;

// IN-30
test.each([
  ['with words below', 'I get this\n\n> Error 500 at login.php\n\nKim'],
  ['at the end', 'I get this\n\n> Error 500 at login.php'],
  ['below a colon', 'This one:\n\n> Error 500 at login.php\n\nCan you fix it?'],
])('a quote of the sender below the history, %s, does not keep the history', (_, text) => {
  expect(readReply({ text: top + text, html: null }, known).text).toBe(text);
});

// IN-30
test('a citation without an attribution is kept unless an earlier message contains it', () => {
  const replyTo = (quote: string) =>
    readReply({ text: null, html: `<p>Hi</p><blockquote type="cite">${quote}</blockquote>` }, known).text;

  expect(replyTo('Error 500 at login.php')).toBe('Hi\n\n> Error 500 at login.php');
  expect(replyTo('which error do you see when you log in?')).toBe('Hi');
});

// IN-30
test.each(['---', '- - -', '=====', '______'])('the rule %s between two halves of a diff is kept', (rule) => {
  const text = `The diff says:\n\n< timeout: 5\n${rule}\n> timeout: 50\n\nIs that right?`;

  expect(readReply({ text, html: null }).text).toBe(text);
  expect(readReply({ text: text + history, html: null }).text).toBe(text);
});

// IN-30
describe('text of the sender that looks like the start of history is kept', () => {
  test.each([
    'Please move it.\n\nFrom: Berlin\nTo: Hamburg\nDate: 12.05.2026\nSubject: glass\n\nCall me.',
    'Please move it.\n\nFrom: Berlin\nTo: Hamburg\nDate: 12.05.2026 10:30\nSubject: glass\n\nCall me.',
    'Please move it.\n\nFrom: Berlin\nDate: 12 May 2026 10:30\nTo: Hamburg\n\nCall me.',
    'Please move it.\n\nFrom: Berlin\nTo: Hamburg\nCc: kim@example.com\n\nCall me.',
    'Please move it.\n\nVon: Berlin\nAn: Hamburg\nDatum: 12.05.2026\nBetreff: Glas\n\nCall me.',
    'Please move it.\n\nDe : Paris\nÀ : Lyon\nDate : 12.05.2026\nObjet : verre\n\nCall me.',
    'Change it:\n\nDate: 5 May 2026\nTo: kim@example.com\n\nCall me.',
    'Add both.\n\n2026-05-12 Kim Li <kim@example.com>\n2026-05-13 Ada <ada@example.com>\n\nThank you all.',
    'Please write to Kim <kim@example.com> before 10:30:\n\n1. the order\n2. the name',
    'At 10:30 call Kim <kim@example.com>:\n\n1. the order\n2. the name',
    'Nobody answers.\n\nOn 5 May 2026 I wrote:\n\nDear sirs, where is it?',
    'Niemand antwortet.\n\nAm 05.05.2026 um 10:10 schrieb der Kunde:\n\nWo ist es?',
    'I typed\n\n>>> import x\n\nand it failed.',
  ])('%j', (text) => {
    expect(readReply({ text, html: null }).text).toBe(text);
  });
});

// IN-30
describe('a quote that a client introduces is removed', () => {
  test.each([
    'Yes.\n\n>>> Kim Li 12/05/2026 3:45 PM >>>\nWhich error?\n\nKim',
    'Yes.\n\n>>> "Kim Li" <kim@example.com> 12.05.2026 15:45 >>>\nWhich error?',
    'Yes.\n\n>>> Kim Li 12/05/2026 3:45 PM >>>\n> Which error?',
    'Yes.\n\n>>> On 5/9/2026 at 9:45 AM, in message\n<46@example.com>, Kim Li <kim@example.com> wrote:\nWhich?',
    'Yes.\n\n>>> Am 12.05.2026 um 15:45 schrieb Kim Li <kim@example.com>:\nWhich error?',
    'Yes.\n\nOn 10/5/20 10:10, Megan One wrote:\n> Which error?',
    'Yes.\n\nOp 05-10-2020 om 10:10 schreef de Vries:\n> Which error?',
    'Yes.\n\nJan de Vries schreef:\n> Which error?',
    'Yes.\n\nAnna von der Leyen schrieb:\n> Which error?',
    'Yes.\n\nOn Monday 12 January 2015 14:02, you wrote:\n> Which error?',
    `Yes.${history}`,
    'Yes.\n\n> From: Ada\n> To: Kim <kim@example.com>\n> Subject: Error\n>\n> Which error?',
    'Yes.\n\n> -----Original Message-----\n> Which error?',
    'Yes.\n\n> Am 05.10.2020 um 10:10 schrieb Ada:\n> Which error?',
    'Yes.\n\nLe lun. 5 oct. 2020 à 10:10, Ada <ada@example.com> a écrit :\n> Which error?',
  ])('in the text %j', (text) => {
    expect(readReply({ text, html: null }).text).toBe('Yes.');
  });

  test.each([
    '<p>Yes.</p><blockquote class="gmail_quote">Which error?</blockquote>',
    '<p>Yes.</p><div class="x_gmail_quote_container"><blockquote>Which error?</blockquote></div>',
    '<p>Yes.</p><blockquote type="cite">Which error?</blockquote>',
    '<p>Yes.</p><p class="yahoo-quoted-begin">On Monday Ada wrote:</p><blockquote class="iosymail">Which?</blockquote>',
    '<p>Yes.</p><blockquote class="iosymail"><div>Which error?</div></blockquote>',
    '<p>Yes.</p><blockquote class="email_quote">Which error?</blockquote>',
    '<p>Yes.</p><blockquote class="clean_bq">Which error?</blockquote>',
    '<p>Yes.</p><div id="aqm-original-body"><div>Which error?</div></div>',
    '<p>Yes.</p><blockquote cite="mid:abc@example.com">Which error?</blockquote>',
    '<p>Yes.</p><div>&gt;&gt;&gt; Kim Li 12/05/2026 3:45 PM &gt;&gt;&gt;<br></div><div>Which error?</div>',
    '<p>Yes.</p><div class="yahoo_quoted"><div>Which error?</div></div>',
    '<p>Yes.</p><blockquote>On 5 Oct 2020, at 10:10, Ada wrote: &gt; Which error? &gt; Ada</blockquote>',
  ])('in the HTML %j', (html) => {
    expect(readReply({ text: null, html }).text).toBe('Yes.');
  });
});

const earlier = {
  text: 'Hello Kim,\n\nwhich error do you see when you log in? Please send us the whole message.\n\nAda',
  html: null,
};

const replyAfter = (text: string, html: string | null = null) =>
  readReply({ text, html }, knownQuotes([{ text: null, html: '<p>Welcome!</p>' }, earlier])).text;

// IN-30
describe('a quote without an introduction is removed if an earlier message contains its words', () => {
  test.each([
    'Error 500.\n\n> which error do you see when you log in?',
    'Error 500.\n\n> Hello Kim,\n>\n> which error do you see when\n> you log in? Please send us the\n> whole message.\n>\n> Ada',
    'Error 500.\n\n> Hello Kim, [logo]\n> WHICH error do you see when you log in? Please send us the whole message.',
    'Error 500.\n> welcome',
    'Error 500.\n\nAda wrote:\n> which error do you see when you log in?',
    'Error 500.\n\nYou wrote:\n> which error do you see when you log in?',
  ])('%j', (text) => {
    expect(replyAfter(text)).toBe('Error 500.');
  });

  test.each([
    'I get this:\n\n> Error 500',
    'I get this\n\n> Error 500: log in again and send the message',
    'I get\n> come',
    'You asked\n\n> which error do you see when you log in?\n\nError 500.',
    'Look.\n\nAda wrote:\n\n> The payment was refused by the bank of the customer.',
    'Look.\nAmazon wrote:\n> The payment was refused by the bank of the customer.\n\nCan you help?',
  ])('but %j is kept', (text) => {
    expect(replyAfter(text)).toBe(text);
  });

  test('as a blockquote', () => {
    const html = '<p>Yes.</p><blockquote>Please send us the <b>whole</b> message.</blockquote>';

    expect(replyAfter('', html)).toBe('Yes.');
  });

  test('in a second, even if the quote and the earlier message are long and hostile', () => {
    const body = { text: 'ab'.repeat(500_000), html: null };
    const started = Date.now();

    readReply({ text: `Yes.\n> ${'ba'.repeat(500_000)}`, html: null }, knownQuotes([body, body]));

    expect(Date.now() - started).toBeLessThan(1_000);
  });
});

// IN-30
describe('many quotes without an introduction', () => {
  const quote = textLines('which error do you see when you log in?');

  test('are recognized up to the fiftieth', () => {
    const isKnownQuote = knownQuotes([earlier]);
    const known = Array.from({ length: 51 }, () => isKnownQuote?.(quote));

    expect(known).toEqual([...Array.from({ length: 50 }, () => true), false]);
  });

  test('are compared within a second, even if the earlier messages are long', () => {
    const bodies = Array.from({ length: 10 }, () => ({ text: 'which error '.repeat(9_000), html: null }));
    const isKnownQuote = knownQuotes([...bodies, earlier]);

    expectCpuMsAtMost(() => {
      for (let count = 0; count < 2_000; count += 1) isKnownQuote?.(quote);
    }, 1_000);
  });
});

describe('text below dashes', () => {
  test.each(['--\nLife is what happens while you make other plans.', '-- \nWe answer within a day.'])(
    'is a signature below the history: %j',
    (signature) => {
      expect(readReply({ text: `Yes.${history}\n\n${signature}`, html: null }).text).toBe('Yes.');
    },
  );

  test.each(['Order 1: cancel it\n--\nShip order 2, please.'])('is kept otherwise: %j', (text) => {
    expect(readReply({ text, html: null }).text).toBe(text);
  });

  test('is kept if it is the only text', () => {
    const text = `${attribution}\n> Which error?\n\n--\nWe answer within a day.`;

    expect(readReply({ text, html: null }).text).toBe('--\nWe answer within a day.');
  });
});

import { readReply } from '../../../shared/text/reply/read-reply';

/** Clients, gateways and people each change the form of a message slightly. */
describe('the reply is extracted from each form in which a message arrives', () => {
  test.each([
    [
      'It works.\n\nSent from the garden, where the phone finds no network.',
      'It works.\n\nSent from the garden, where the phone finds no network.',
    ],
    [
      'It works here, too.\n\nSent from a kite over the harbour\n\nOn Dec 16, 2011, at 12:47 PM, Kim Li\n<kim@example.com>\nwrote:\n\n> Does it work?',
      'It works here, too.',
    ],
    ['Good morning.\nSent wirelessly from my BlackBerry.', 'Good morning.'],
    ['Hello,\nKim here.\n\nThanks,\n-Kim', 'Hello,\nKim here.'],
    ['It works.\n\nOn 2012-10-01 12:00, Kim Sent:\n\nTest', 'It works.'],
    ['Blah\n\nOn Apr 4, 2012, at 3:59 PM, Kim Li <kim@example.com>:\n> a', 'Blah'],
    [
      'outlook\n\n\n------ Original Message ------\nFrom: "Kim" <kim@example.com>\nTo: "Ada" <a@example.com>\nSent: 1/1/2020\nSubject: Re\n\nfoo',
      'outlook',
    ],
    [
      'Hi Kim,\n\nI am out.\n\nFrom: Kim Li via Forum <kim@example.com>\nReply-To: x\nDate: Monday\n\nfoo',
      'Hi Kim,\n\nI am out.',
    ],
    [
      'Foo\n\n*From:* x@example.org [mailto:x@example.org] *On Behalf Of *Kim\n*Sent:* Monday\n*To:* me\n\nbar',
      'Foo',
    ],
    ['Foo\n\nFrom: Kim <kim@example.com> On Behalf Of Ada\nSent: Monday\n\nbar', 'Foo'],
    ['Foo\n\n> From: kim@example.com\n> To: ada@example.com\n> Date: Mon\n>\n> bar', 'Foo'],
    ['Foo\n\n--- In group@yahoogroups.com, Kim Li <kim@...> wrote:\n>\n> bar', 'Foo'],
    ['Foo\n\nKim Li <kim@example.com> wrote on 10/05/2020 10:10:10 AM:\n\n> bar', 'Foo'],
    [
      'Foo\n\nKim Li ---05/10/2020 10:10:10---Hello\n\nFrom: Kim Li <kim@example.com>\nTo: Ada\nDate: 1\nSubject: x\n\nbar',
      'Foo\n\nKim Li ---05/10/2020 10:10:10---Hello',
    ],
    ['Foo\n\nOn Thursday, Kim Li wrote:\n\n> bar', 'Foo'],
    [
      'Foo\n\n[cid:image001.png@01D5]\n\nFrom: Kim <kim@example.com>\nSent: x\nTo: y\nSubject: z\n\nb',
      'Foo\n\n[cid:image001.png@01D5]',
    ],
    ['Foo\n\n在 2020/10/5 10:10, Kim Li 写道:\n> bar', 'Foo'],
    ['Foo\n\nKim Li <kim@example.com>于2020年10月5日 周一10:10写道：\n\n> bar', 'Foo'],
    ['Foo\n\n2020年10月5日(月) 10:10 <kim@example.com>:\n\nbar', 'Foo'],
    ['Foo\n\nEl lun., 5 oct. 2020 10:10, Kim Li <\nkim@example.com> escribió:\n\n> bar', 'Foo'],
    ['Foo\n\nEm segunda-feira, 5 de outubro de 2020, Kim Li <kim@example.com>\nescreveu:\n\n> bar', 'Foo'],
    ['Foo\n\n2020-10-05 10:10 GMT+02:00 Kim Li <kim@example.com>:\n> bar\n\n\n\n-- \nKim\nCEO', 'Foo'],
    [
      'Foo\n\n\nVan: Kim Li <kim@example.com>\nDatum: maandag 5 oktober 2020 om 10:10\nAan: Ada <a@example.com>\nOnderwerp: Re: x\n\nbar',
      'Foo',
    ],
    [
      'Foo\nBar\n\n\n----------------------------------------\n From: "Kim" <kim@example.com>\nSent: Monday\nTo: a@example.com\nSubject: b\n\nbar',
      'Foo\nBar',
    ],
    [
      'Foo\n\nOn Mon, Oct 5, 2020 at 10:10 AM, Kim Li\n< [kim@example.com](mailto:kim@example.com) > wrote:\n\n> bar',
      'Foo',
    ],
    [
      'Foo\n\nOn Mon, Oct 5, 2020 at 10:10 AM Kim <[kim@example.com](mailto:kim@example.com)> wrote:\n\n> bar',
      'Foo',
    ],
    ['Foo\n\nLe lun. 5 oct. 2020 à 10 h 10, Kim <kim@example.com> a écrit :\n\nbar', 'Foo'],
    ['Foo\n\n> -----Original Message-----\n> From: Kim\n> To: x\n>\n> bar', 'Foo'],
    ['Foo\n\n| On Monday Kim wrote:\n', 'Foo\n\n| On Monday Kim wrote:'],
    [
      'Foo\n\n\n________________________________\nDe: Kim <kim@example.com>\nEnviado: lunes\nPara: Ada\nAsunto: x\n\nbar',
      'Foo',
    ],
    [
      'Foo\n\n________________________________________\nVon: Kim [kim@example.com]\nGesendet: Montag\nBis: Ada\nBetreff: x\n\nbar',
      'Foo',
    ],
    [
      'Foo\n\nSent: Monday, October 5, 2020 at 10:10 AM\nFrom: "Kim" <kim@example.com>\nTo: ada@example.com\nSubject: x\n\nbar',
      'Foo',
    ],
    [
      'Foo\n\nGesendet: Montag, 05. Oktober 2020 um 10:10 Uhr\nVon: "Kim" <kim@example.com>\nAn: ada@example.com\nBetreff: x\n\nbar',
      'Foo',
    ],
    ['Foo\n\nTo: ada@example.com\nFrom: kim@example.com\nDate: Mon, 5 Oct\nSubject: x\n\nbar', 'Foo'],
    ['Foo\n\nSubject: x\nTo: ada@example.com\nFrom: kim@example.com\nDate: Mon, 5 Oct\n\nbar', 'Foo'],
    ['Foo\n\n----- Reply message -----\nFrom: "Kim" <kim@example.com>\nbar', 'Foo'],
    ['Foo\n\n----- Mensaje original -----\nDe: "Kim"\nbar', 'Foo'],
    ['Foo\n\n\tFrom: "Kim" <kim@example.com>\n\tTo: "x"\n\tSubject: y\n\n\tbar', 'Foo'],
    ['Foo\n\nBegin quote from Kim', 'Foo\n\nBegin quote from Kim'],
    ['Am 5.10. um 10:10 schrieb Kim:\n> a\nB\n> c\nD', '> a\nB\n> c\nD'],
    ['Foo\n\n\nKim Li skrev den 2020-10-05 10:10:\n> bar', 'Foo'],
    ['Foo\n\n5. okt. 2020 kl. 10:10 skrev Kim Li <kim@example.com>:\n\nbar', 'Foo'],
    [
      'Foo\n\nOp maandag 5 oktober 2020 heeft Kim Li <kim@example.com> het volgende\ngeschreven:\n\nbar',
      'Foo',
    ],
    ['Foo\n\nQuoting Kim Li <kim@example.com>:\n\n> bar\n\n', 'Foo'],
    ['Foo\n\nZitat von Kim Li <kim@example.com>:\n\n> bar\n\n', 'Foo'],
    ['Foo\n\n-------- Original-Nachricht --------\nVon: Kim\nBetreff: x\nbar', 'Foo'],
    ['Foo\n\n-------- Mensagem original --------\nDe: Kim', 'Foo'],
    ['Foo\n\nDnia 5 października 2020 10:10 Kim Li <kim@example.com> napisał(a):\n\nbar', 'Foo'],
    ['Foo\n\nOn 5 Oct 2020, at 10:10, Kim Li <kim@example.com<mailto:kim@example.com>> wrote:\n\nbar', 'Foo'],
    ['Foo\n\nKim Li\n5 October 2020 at 10:10\nbar', 'Foo\n\nKim Li\n5 October 2020 at 10:10\nbar'],
    ['Foo\n\n---\n---Original---\nFrom: "Kim"<kim@example.com>\nDate: 2020\n\nbar', 'Foo'],
    [
      'Foo\n\n发自我的iPhone\n\n------------------ Original ------------------\nFrom: Kim <k@example.com>\nDate: x\nbar',
      'Foo',
    ],
    ['Foo\n\nHenüz\n5 Ekim 2020 Pazartesi 10:10 tarihinde Kim <kim@example.com> yazdı:\nbar', 'Foo\n\nHenüz'],
    ['Foo\n\nFrom my iPad\n\nOn Oct 5, 2020, at 10:10, kim@example.com wrote:\n> b', 'Foo'],
    [
      'Foo\n\n---\nThis email has been checked for viruses by Avast antivirus software.\nhttps://www.avast.com/antivirus',
      'Foo',
    ],
    ['Foo\n\n\nOn Oct 5, 2020, at 10:10 AM, Kim Li\n(kim@example.com) wrote:\n\n> bar', 'Foo'],
    ['Foo\n\nOn Oct 5, 2020 10:10 AM, "Kim Li" <kim@example.com> wrote:\n>\n> bar\n> \n', 'Foo'],
    ['Hello\n\nKim Li\n\nOn 5 Oct 2020 10:10, Ada wrote:\n> bar', 'Hello\n\nKim Li'],
    [
      'Dear all,\n\nThe table:\n\n----- | -----\na | b\n\nBest,\nKim',
      'Dear all,\n\nThe table:\n\n----- | -----\na | b',
    ],
    [
      'Foo\n\nKim Li | Head of X | Example\n+1 555 0100 | kim@example.com',
      'Foo\n\nKim Li | Head of X | Example\n+1 555 0100 | kim@example.com',
    ],
  ])('%j', (text, reply) => {
    expect(readReply({ text, html: null }).text).toBe(reply);
  });
});

import { readReply } from '../../../shared/text/reply/read-reply';

/** Text that resembles a quote, a header or a signature but is part of the reply. */
const mails: readonly [string, string][] = [
  ['a short answer', 'On it! I wrote: "done" in the ticket.'],
  ['only thanks', 'Thanks!'],
  [
    'thanks with more text below',
    'Thanks, but I need more time.\n\nThe roof has to be measured again, and the doors too.',
  ],
  ['a sentence that starts with Cheers', 'We did it!\n\nCheers to that!'],
  ['a sentence that starts with From:', 'From: my point of view, it is fine.'],
  [
    'a table with dashes',
    'Here is the table:\n\nName      Price\n--------- -----\nRoof      10\nDoor      20\n\nWhich one?',
  ],
  ['a YAML file', 'This is my file:\n\n---\nname: ada\nto: all\nfrom: nobody\n---\n\nWhat is wrong?'],
  [
    'an SMTP transcript',
    'The server says:\n\nMAIL FROM:<a@x.example>\n250 OK\nRCPT TO:<m@h.example>\n550 No such user\n\nWhy?',
  ],
  [
    'a sentence with "sent from"',
    'The parcel was\nSent from my office in Leeds last Monday, and has not come.\nCould you look into it?',
  ],
  [
    'a sentence with "original message"',
    'The original message was lost, please send it again:\nI have nothing here.',
  ],
  ['a citation in the middle', 'As my teacher wrote:\n\n  count what can be counted\n\nand I stick to it.'],
  ['a log with dates', 'Log:\n\n2015-01-12 14:02 ada: started\n2015-01-12 14:03 ada: stopped\n\nSee?'],
  ['a comparison with angle brackets', 'a < b and c\n> d, as we said.\nThen e.'],
  ['a postal address', 'Please ship to\n\nAda Lang\n1 High Street\nLeeds LS1 1AA\n020 7946 0000'],
  ['a completed form', 'Name: Ada Lang\nPhone: 020 7946 0000\nEmail: a@x.example\nCompany: Counting House'],
  [
    'the details of an event',
    'Subject: history\nDate: Monday\nTeacher: Ms Lang\nRoom: 12\n\nWho comes along?',
  ],
  ['a postscript below the closing formula', 'It is done.\n\nBest,\nAda\n\nPS: The key is under the mat.'],
  ['a patch', 'Try this:\n\n--- a/roof.c\n+++ b/roof.c\n @@ -1,2 +1,2 @@\n-old\n+new\n\nWorks?'],
  ['a dialogue with dashes', '- Are you in?\n- Yes.\n-- Really?\n- Really.'],
  ['a line that starts with To:', 'To: everyone who was there\n\nThank you for coming.'],
  [
    'closing formulas in the middle',
    'Best\n\nis what we want. Regards to your mother, and tell her\nthat the roof is fine.',
  ],
  ['an order', 'Please order:\n\n2 doors\n3 roofs\n1 window\n\nThanks'],
  ['a list below thanks', 'Thanks!\n\nTwo questions:\n1. Which roof?\n2. Which door?'],
  ['answers below thanks', 'Thanks,\nthe blue one\nby Friday'],
  ['only digits', '12345678'],
  ['only a URL', 'https://x.example/a'],
  ['a date on its own line', 'See you on\nMonday, January 12, 2015 at 2:02 PM\nin Leeds.'],
  [
    'a schedule with addresses',
    'Contacts:\n\n12.01.2015 14:00, Milan <m@h.example>\n13.01.2015 15:00, Olga <o@h.example>\n\nPlease pick one.',
  ],
  ['a line that ends with "wrote:"', 'This is what I wrote:\nI am not coming.\nBye'],
  ['sections between dashes', 'Monday: roof\n\n-----\n\nTuesday: door'],
  ['underlined headings', 'Plan\n----\nFirst the roof.\n\nThen\n----\nThe door.'],
  ['a checklist', '[x] roof\n[ ] door\n-- ask Milan'],
  ['a list of credentials', 'User: ada\nPassword: secret\nFrom: tomorrow'],
  [
    'the details of a trip',
    'From: Leeds\nTo: London\nDate: 12 January 2015\nClass: second\n\nPlease book it.',
  ],
  [
    'prose below underscores',
    'The result is below.\n\n_____________\nWe have to count the whole house again, because the doors were left out of the first count.',
  ],
  ['headings between slashes', '///// Roof /////\nNew tiles.\n///// Door /////\nNew lock.'],
  ['code with angle brackets', 'template:\n\nvector<T> x;\nT> y\n\nok'],
  ['shell prompts', 'Do this in the shell:\n\nC> dir\nC> del roof.txt\n\nThen call me.'],
  ['a sentence that starts with "Sent by"', 'Sent by the workers: the windows are ready.'],
  ['a sentence with "via mobile"', 'You can pay\nvia mobile'],
  ['a name on the line of the reply', 'The blue one. - Ada'],
];

const replyText = ({ text }: { text: string }) => text.trimEnd();

describe('every word of the author is kept', () => {
  test.each(mails)('%s', (_, text) => {
    expect(replyText(readReply({ text, html: null }))).toBe(text);
  });
});

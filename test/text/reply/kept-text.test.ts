import { readReply } from '../../../shared/text/reply/read-reply';

/** Text that resembles a quote, a header or a signature but is part of the reply. */
const mails: readonly [string, string][] = [
  ['on it', 'On it! I wrote: "done" in the ticket.'],
  ['thanks only', 'Thanks!'],
  ['thanks but', 'Thanks, but I need more time.\n\nThe roof has to be measured again, and the doors too.'],
  ['cheers prose', 'We did it!\n\nCheers to that!'],
  ['from my view', 'From: my point of view, it is fine.'],
  [
    'table dashes',
    'Here is the table:\n\nName      Price\n--------- -----\nRoof      10\nDoor      20\n\nWhich one?',
  ],
  ['yaml', 'This is my file:\n\n---\nname: ada\nto: all\nfrom: nobody\n---\n\nWhat is wrong?'],
  [
    'smtp transcript',
    'The server says:\n\nMAIL FROM:<a@x.example>\n250 OK\nRCPT TO:<m@h.example>\n550 No such user\n\nWhy?',
  ],
  [
    'sent from in prose',
    'The parcel was\nSent from my office in Leeds last Monday, and has not come.\nCould you look into it?',
  ],
  ['original message prose', 'The original message was lost, please send it again:\nI have nothing here.'],
  ['wrote in quotes mid', 'As my teacher wrote:\n\n  count what can be counted\n\nand I stick to it.'],
  ['log with dates', 'Log:\n\n2015-01-12 14:02 ada: started\n2015-01-12 14:03 ada: stopped\n\nSee?'],
  ['comparison', 'a < b and c\n> d, as we said.\nThen e.'],
  ['address details', 'Please ship to\n\nAda Lang\n1 High Street\nLeeds LS1 1AA\n020 7946 0000'],
  ['form answer', 'Name: Ada Lang\nPhone: 020 7946 0000\nEmail: a@x.example\nCompany: Counting House'],
  ['event', 'Subject: history\nDate: Monday\nTeacher: Ms Lang\nRoom: 12\n\nWho comes along?'],
  ['ps after sign-off', 'It is done.\n\nBest,\nAda\n\nPS: The key is under the mat.'],
  ['patch', 'Try this:\n\n--- a/roof.c\n+++ b/roof.c\n @@ -1,2 +1,2 @@\n-old\n+new\n\nWorks?'],
  ['dialogue', '- Are you in?\n- Yes.\n-- Really?\n- Really.'],
  ['to list', 'To: everyone who was there\n\nThank you for coming.'],
  [
    'signature word in middle',
    'Best\n\nis what we want. Regards to your mother, and tell her\nthat the roof is fine.',
  ],
  ['order list', 'Please order:\n\n2 doors\n3 roofs\n1 window\n\nThanks'],
  ['short lines after thanks', 'Thanks!\n\nTwo questions:\n1. Which roof?\n2. Which door?'],
  ['thanks then answers', 'Thanks,\nthe blue one\nby Friday'],
  ['numbers only', '12345678'],
  ['url only', 'https://x.example/a'],
  ['date line in prose', 'See you on\nMonday, January 12, 2015 at 2:02 PM\nin Leeds.'],
  [
    'schedule with addresses',
    'Contacts:\n\n12.01.2015 14:00, Milan <m@h.example>\n13.01.2015 15:00, Olga <o@h.example>\n\nPlease pick one.',
  ],
  ['wrote at line end', 'This is what I wrote:\nI am not coming.\nBye'],
  ['hr section with short text', 'Monday: roof\n\n-----\n\nTuesday: door'],
  ['heading underline', 'Plan\n----\nFirst the roof.\n\nThen\n----\nThe door.'],
  ['checklist', '[x] roof\n[ ] door\n-- ask Milan'],
  ['password reset values', 'User: ada\nPassword: secret\nFrom: tomorrow'],
  ['travel', 'From: Leeds\nTo: London\nDate: 12 January 2015\nClass: second\n\nPlease book it.'],
  [
    'underscore then prose',
    'The result is below.\n\n_____________\nWe have to count the whole house again, because the doors were left out of the first count.',
  ],
  ['section slashes', '///// Roof /////\nNew tiles.\n///// Door /////\nNew lock.'],
  ['generic T> in code', 'template:\n\nvector<T> x;\nT> y\n\nok'],
  ['prompt after colon', 'Do this in the shell:\n\nC> dir\nC> del roof.txt\n\nThen call me.'],
  ['windows in prose', 'Sent by the workers: the windows are ready.'],
  ['via mobile prose', 'You can pay\nvia mobile'],
  ['two-line reply then cut sign', 'The blue one. - Ada'],
];

const replyText = ({ text }: { text: string }) => text.trimEnd();

describe('every word of the author is kept', () => {
  test.each(mails)('%s', (_, text) => {
    expect(replyText(readReply({ text, html: null }))).toBe(text);
  });
});

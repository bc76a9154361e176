import { readReply } from '../../../shared/text/reply/read-reply';

/**
 * The parser keeps a line in case of doubt, because a reader can ignore an extra line but cannot restore a missing
 * line. In the tables, `/` represents a line break.
 */
const expandLines = (compactText: string): string => compactText.replaceAll('/', '\n');

test.each([
  // Text after the name is part of the reply.
  'Yes, send it.//Best,/Kim//But not before Friday',
  'It is fine.//Thanks,/Kim//Actually no, cancel it',
  'Please ship it./Thanks/Also cancel order 5/and refund order 6',
  'Ok.//Best,/Kim//Add: two more boxes',
  'Yes.//Sent from my iPhone//No wait, cancel it',
  // Requested data may look like a signature.
  'Please send it to://Kim Berg/Long Lane 5/10115 Springfield/Tel +49 30 1234567/kim@example.com',
  'Change://---//Call kim@example.com instead',
  // Dashes may separate list items.
  'Order 1: cancel it/--/Order 2: ship it',
  'Cancel order 1./—/Ship order 2 to Springfield, please, as soon as you can do it.',
  'The parcel was not/sent by mail',
  // A completed form.
  'Please pick up a parcel.//From: Berlin/To: Hamburg/Subject: glass//Call me before you come.',
])('%j is kept completely', (compactText) => {
  expect(readReply({ text: expandLines(compactText), html: null }).text).toBe(expandLines(compactText));
});

test.each([
  ['Ok.//Best regards,/Kim Berg/Sales Manager/Acme Ltd/+49 30 1234567/kim@example.com', 'Ok.'],
  ['Ok.//Thanks,/kim', 'Ok.'],
  ['Ok.//Regards,/Kim van den Berg/Head of Sales and Marketing', 'Ok.'],
  ['Ok.//Sent from my iPhone', 'Ok.'],
  ['Ok.//Sent from my iPhone/Kim Berg', 'Ok.'],
  ['Ok.//--/Kim Berg/Acme Ltd', 'Ok.'],
  ['Ok.//--/This message was sent by a tracker', 'Ok.'],
])('of %j, only %j is kept as the reply', (compactText, reply) => {
  expect(readReply({ text: expandLines(compactText), html: null }).text).toBe(reply);
});

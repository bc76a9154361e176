import { deliverabilityFromDns } from '../../../shared/domain/send/policy/undeliverable-domains';

const mx = ['10 mx.example.com'];
const address = ['203.0.113.1'];
const noRecords: string[] = [];
const unknownRecords = undefined;

test.each([
  ['an MX', mx, unknownRecords, unknownRecords],
  ['an MX and addresses', mx, address, address],
  ['two MX records, of which one is null', ['0 ', '10 mx.example.com'], noRecords, noRecords],
  ['no MX and an A record', noRecords, address, noRecords],
  ['no MX and an AAAA record', noRecords, noRecords, address],
  ['no MX, an A and an unknown AAAA record', noRecords, address, unknownRecords],
  ['no MX, an AAAA and an unknown A record', noRecords, unknownRecords, address],
])('a domain with %s can receive email', (_description, mxFound, a, aaaa) => {
  expect(deliverabilityFromDns(mxFound, a, aaaa)).toBe('deliverable');
});

// E-36
test.each([
  ['nothing', noRecords, noRecords, noRecords],
  ['a null MX', ['0 '], noRecords, noRecords],
  ['a null MX written as a dot', ['0 .'], noRecords, noRecords],
  ['a null MX with another preference', ['10 '], noRecords, noRecords],
  ['a null MX and addresses', ['0 '], address, address],
])('a domain with %s cannot receive email', (_description, mxFound, a, aaaa) => {
  expect(deliverabilityFromDns(mxFound, a, aaaa)).toBe('undeliverable');
});

test.each([
  ['its MX', unknownRecords, unknownRecords, unknownRecords],
  ['its MX records although it has addresses', unknownRecords, address, address],
  ['its MX records and it has no addresses', unknownRecords, noRecords, noRecords],
  ['its A', noRecords, unknownRecords, noRecords],
  ['its AAAA', noRecords, noRecords, unknownRecords],
  ['its addresses', noRecords, unknownRecords, unknownRecords],
])('deliverability is unknown while DNS does not respond for %s', (_description, mxFound, a, aaaa) => {
  expect(deliverabilityFromDns(mxFound, a, aaaa)).toBe('unknown');
});

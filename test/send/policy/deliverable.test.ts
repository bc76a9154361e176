import { deliverabilityFromDns } from '../../../shared/domain/send/policy/undeliverable-domains';

const mx = ['10 mx.example.com'];
const address = ['203.0.113.1'];
const noRecords: string[] = [];
const unknownRecords = undefined;

test.each([
  ['an MX record', mx, unknownRecords, unknownRecords],
  ['an MX record and addresses', mx, address, address],
  ['two MX records, of which one is null', ['0 ', '10 mx.example.com'], noRecords, noRecords],
  ['no MX record but an A record', noRecords, address, noRecords],
  ['no MX record but an AAAA record', noRecords, noRecords, address],
  ['no MX record, an A record and a failed AAAA lookup', noRecords, address, unknownRecords],
  ['no MX record, an AAAA record and a failed A lookup', noRecords, unknownRecords, address],
])('a domain with %s can receive email', (_description, mxFound, a, aaaa) => {
  expect(deliverabilityFromDns(mxFound, a, aaaa)).toBe('deliverable');
});

// E-36
test.each([
  ['no records', noRecords, noRecords, noRecords],
  ['a null MX record', ['0 '], noRecords, noRecords],
  ['a null MX record written as a dot', ['0 .'], noRecords, noRecords],
  ['a null MX record with a preference other than 0', ['10 '], noRecords, noRecords],
  ['a null MX record and addresses', ['0 '], address, address],
])('a domain with %s cannot receive email', (_description, mxFound, a, aaaa) => {
  expect(deliverabilityFromDns(mxFound, a, aaaa)).toBe('undeliverable');
});

test.each([
  ['any lookup', unknownRecords, unknownRecords, unknownRecords],
  ['the MX lookup of a domain with addresses', unknownRecords, address, address],
  ['the MX lookup of a domain without addresses', unknownRecords, noRecords, noRecords],
  ['the A lookup of a domain without an AAAA record', noRecords, unknownRecords, noRecords],
  ['the AAAA lookup of a domain without an A record', noRecords, noRecords, unknownRecords],
  ['both address lookups', noRecords, unknownRecords, unknownRecords],
])('deliverability is unknown while DNS does not respond to %s', (_description, mxFound, a, aaaa) => {
  expect(deliverabilityFromDns(mxFound, a, aaaa)).toBe('unknown');
});

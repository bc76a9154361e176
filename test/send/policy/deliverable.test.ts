import { deliverabilityBy } from '../../../shared/domain/send/policy/deliverable';

const mx = ['10 mx.example.com'];
const address = ['203.0.113.1'];
const none: string[] = [];
const unknown = undefined;

test.each([
  ['an MX', mx, unknown, unknown],
  ['an MX and addresses', mx, address, address],
  ['two MX, one of them a null one', ['0 ', '10 mx.example.com'], none, none],
  ['no MX and an A', none, address, none],
  ['no MX and an AAAA', none, none, address],
  ['no MX, an A, and an AAAA that nobody could tell', none, address, unknown],
  ['no MX, an AAAA, and an A that nobody could tell', none, unknown, address],
])('a domain with %s takes mail', (_what, mxFound, a, aaaa) => {
  expect(deliverabilityBy(mxFound, a, aaaa)).toBe('deliverable');
});

test.each([
  ['nothing', none, none, none],
  ['a null MX', ['0 '], none, none],
  ['a null MX written as a dot', ['0 .'], none, none],
  ['a null MX of another preference', ['10 '], none, none],
  ['a null MX and addresses', ['0 '], address, address],
])('a domain with %s takes none', (_what, mxFound, a, aaaa) => {
  expect(deliverabilityBy(mxFound, a, aaaa)).toBe('undeliverable');
});

test.each([
  ['its MX', unknown, unknown, unknown],
  ['its MX, but of its addresses', unknown, address, address],
  ['its MX, but that it has no addresses', unknown, none, none],
  ['its A', none, unknown, none],
  ['its AAAA', none, none, unknown],
  ['its addresses', none, unknown, unknown],
])('of a domain nobody knows anything while DNS does not tell %s', (_what, mxFound, a, aaaa) => {
  expect(deliverabilityBy(mxFound, a, aaaa)).toBe('unknown');
});

import { AddressSchema } from '../../shared/http/shapes';
import { comparableAddress, distinctAddresses } from '../../shared/text/address';

test.each([
  ['kim@shop.test', 'kim@shop.test'],
  [' Kim@Shop.test\n', 'Kim@Shop.test'],
  ['kim@bücher.test', 'kim@bücher.test'],
])('%j is parsed as the address %s', (text, address) => {
  expect(AddressSchema.parse(text)).toBe(address);
});

test.each(['', ' ', 'kim', '@shop.test', 'Kim <kim@shop.test>', '<kim@shop.test>', 'a@b.test, c@d.test', 7])(
  '%j is rejected as an address',
  (text) => {
    expect(AddressSchema.safeParse(text).success).toBe(false);
  },
);

test.each([
  [' KIM@Shop.test ', 'kim@shop.test'],
  ['Kim@Bücher.test', 'kim@xn--bcher-kva.test'],
  [' Not an Address ', 'not an address'],
  ['É é', 'é é'],
  ['', ''],
])('%j is compared as %j', (text, address) => {
  expect(comparableAddress(text)).toBe(address);
});

test('several spellings of an address are returned as one address', () => {
  const spellings = ['kim@bücher.test', 'KIM@xn--bcher-kva.test', 'lee@shop.test', 'Kim@BÜCHER.test'];

  expect(distinctAddresses(spellings)).toEqual(['kim@xn--bcher-kva.test', 'lee@shop.test']);
});

import fc from 'fast-check';
import { fieldParts } from '../../shared/text/structured-field';
import { expectCpuMs } from '../support/cpu-time';

test.each<[string, string[]]>([
  ['', ['']],
  ['auto-replied', ['auto-replied']],
  [' auto-replied ; owner-email=kim@shop.test', ['auto-replied', 'owner-email=kim@shop.test']],
  ['no (a person (really) wrote; yes)', ['no']],
  ['(first) no', ['no']],
  ['a(b)c', ['a c']],
  ['no (never closed; auto-replied', ['no']],
  ['no (a \\) b) ; c', ['no', 'c']],
  ['a "b; c=d (e)" f', ['a b__c_d__e_ f']],
  ['a "b \\" ; c" ; d', ['a b_"___c', 'd']],
  ['a "never closed ; b', ['a never_closed___b']],
  ['a ) b', ['a ) b']],
  [';;', ['', '', '']],
])('%j', (value, parts) => {
  expect(fieldParts(value)).toEqual(parts);
});

test('comments and quoted text add no part, whatever they hold', () => {
  const inside = fc.string({ unit: fc.constantFrom(...'ab;= ') });

  fc.assert(
    fc.property(inside, inside, (comment, quoted) => {
      const parts = fieldParts(`dkim=none (${comment}) reason="${quoted}"; dmarc=none`);

      expect(parts).toHaveLength(2);
      expect(parts[0]).toMatch(/^dkim=none +reason=[^;=\s]*$/);
    }),
  );
});

test('no value takes long to read', () => {
  expectCpuMs(() => {
    for (const unit of ['(', ')', '"', '\\', ';', '("', 'a ', '(a)']) fieldParts(unit.repeat(200_000));
  }, 2_000);
});

import fc from 'fast-check';
import { fieldParts } from '../../shared/text/structured-field';
import { expectCpuMsAtMost } from '../support/cpu-time';

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
])('%j is split into its parts', (value, parts) => {
  expect(fieldParts(value)).toEqual(parts);
});

test('comments and quoted text with any content add no parts', () => {
  const arbitraryContent = fc.string({ unit: fc.constantFrom(...Array.from('ab;= ')) });

  fc.assert(
    fc.property(arbitraryContent, arbitraryContent, (comment, quoted) => {
      const parts = fieldParts(`dkim=none (${comment}) reason="${quoted}"; dmarc=none`);

      expect(parts).toHaveLength(2);
      expect(parts[0]).toMatch(/^dkim=none +reason=[^;=\s]*$/);
    }),
  );
});

test('every value is split within the time limit', () => {
  expectCpuMsAtMost(() => {
    for (const unit of ['(', ')', '"', '\\', ';', '("', 'a ', '(a)']) fieldParts(unit.repeat(200_000));
  }, 2_000);
});

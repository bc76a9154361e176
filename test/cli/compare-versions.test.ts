import { compareVersions } from '../../packages/cli/src/deploy/compare-versions';

/** In the order of semver.org, section 11, with a few additions. */
const ordered = [
  '0.0.9',
  '0.1.0',
  '0.9.0',
  '0.10.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '2.0.0',
];

test('versions are ordered as semver.org defines', () => {
  for (const [index, version] of ordered.entries())
    for (const [otherIndex, other] of ordered.entries())
      expect(Math.sign(compareVersions(version, other))).toBe(Math.sign(index - otherIndex));
});

test('build metadata makes no difference', () => {
  expect(compareVersions('1.0.0+20261128', '1.0.0+5114f85')).toBe(0);
});

test('a text that is not a version is refused', () => {
  expect(() => compareVersions('1.0', '1.0.0')).toThrow('"1.0" is not a version such as 1.2.3');
});

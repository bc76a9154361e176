import { readFileSync } from 'node:fs';
import { version } from '../../package.json';
import { findReleaseProblems } from '../../scripts/release/find-problems';

const workflow = readFileSync('.github/workflows/release.yml', 'utf8');

test('all packages have the version of the repository', () => {
  expect(findReleaseProblems(undefined)).toEqual([]);
});

test('a tag with another version, or without a section of the changelog, is refused', () => {
  expect(findReleaseProblems('v99.0.0')).toContain(
    `The tag is v99.0.0, but the version is ${version}. Tag the commit v${version}.`,
  );
});

test('the workflow uses actions by their digests, and publishes with provenance and without a token', () => {
  const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);

  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  expect(workflow).toContain('npm publish --provenance');
  expect(workflow).toMatch(/permissions:\n +contents: read\n +id-token: write\n/);
  expect(workflow).not.toMatch(/secrets\.|registry-url|NODE_AUTH_TOKEN/);
});

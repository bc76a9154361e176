import { readFileSync } from 'node:fs';
import { version } from '../../package.json';
import { versionsOfPackages } from './packages';

/** Returns the reasons not to release, as sentences. `tag` is the tag of the release, if it has one. */
export function findReleaseProblems(tag: string | undefined): string[] {
  const problems = versionsOfPackages()
    .filter((published) => published.version !== version)
    .map((published) => `${published.file} has the version ${published.version}. Set it to ${version}.`);
  if (tag !== undefined && tag !== `v${version}`)
    problems.push(`The tag is ${tag}, but the version is ${version}. Tag the commit v${version}.`);
  if (tag !== undefined && !readFileSync('CHANGELOG.md', 'utf8').includes(`## [${version}]`))
    problems.push(`CHANGELOG.md has no section ${version}. Rename [Unreleased] to [${version}].`);
  return problems;
}

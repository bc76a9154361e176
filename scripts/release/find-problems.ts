import { readdirSync, readFileSync } from 'node:fs';
import { version } from '../../package.json';

/** Returns the reasons not to release, as sentences. `tag` is the tag of the release, if it has one. */
export function findReleaseProblems(tag: string | undefined): string[] {
  const problems = readManifests()
    .filter((manifest) => manifest.version !== version)
    .map((manifest) => `${manifest.file} has the version ${manifest.version}. Set it to ${version}.`);
  if (tag !== undefined && tag !== `v${version}`)
    problems.push(`The tag is ${tag}, but the version is ${version}. Tag the commit v${version}.`);
  if (tag !== undefined && !readFileSync('CHANGELOG.md', 'utf8').includes(`## [${version}]`))
    problems.push(`CHANGELOG.md has no section ${version}. Rename [Unreleased] to [${version}].`);
  return problems;
}

const readManifests = (): { file: string; version: string }[] =>
  readdirSync('packages').map((folder) => {
    const file = `packages/${folder}/package.json`;
    return { file, ...(JSON.parse(readFileSync(file, 'utf8')) as { version: string }) };
  });

import { packPackages } from './release/packages';

/** Prints the tarballs of the packages that the arguments name, one a line, and builds those that have changed. */
async function main(names: readonly string[]): Promise<void> {
  for (const tarball of await packPackages(names)) process.stdout.write(`${tarball}\n`);
}

void main(process.argv.slice(2));

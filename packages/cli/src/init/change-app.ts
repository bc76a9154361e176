import { existsSync, readFileSync } from 'node:fs';
import { addConstruct } from './add-construct';
import { addDependency } from './add-dependency';
import type { Change } from './change';
import { findEntry } from './find-entry';
import { refusalToChange } from './refusals';

/** Returns the changes that add the construct and the dependency to the CDK app, without those already made. */
export function changeApp(): Change[] {
  const entry = findEntry(readFileSync('cdk.json', 'utf8'));
  if (!existsSync('package.json')) throw refusalToChange('There is no package.json next to cdk.json');
  return [
    change('package.json', addDependency),
    change(entry, (source) => addConstruct(source, entry)),
  ].filter(({ before, after }) => before !== after);
}

function change(file: string, edit: (before: string) => string): Change {
  const before = readFileSync(file, 'utf8');
  return { file, before, after: edit(before) };
}

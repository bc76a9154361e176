import { parseExpression } from '@babel/parser';
import type { ObjectExpression, ObjectProperty } from '@babel/types';
import { existsSync, readFileSync } from 'node:fs';
import { refusalToChange } from './refusals';
import { cdkVersionMin, versions } from './versions';

const name = '@carrier-nest/cdk';

/** Adds the package to the dependencies that contain aws-cdk-lib. Returns the same text if the package is there. */
export function addDependency(text: string): string {
  const root = parseObject(text);
  const sections = ['dependencies', 'devDependencies'].flatMap((key) => objectIn(root, key) ?? []);
  if (sections.some((section) => findProperty(section, name))) return text;
  const section = sections.find((candidate) => findProperty(candidate, 'aws-cdk-lib'));
  if (!section) throw refusalToChange('package.json does not depend on aws-cdk-lib, version 2 of the CDK');
  refuseOldCdk(findProperty(section, 'aws-cdk-lib'));
  return insertSorted(text, section);
}

function parseObject(text: string): ObjectExpression {
  try {
    JSON.parse(text);
  } catch (error) {
    throw refusalToChange(`package.json is not valid JSON: ${(error as Error).message}`);
  }
  const root = parseExpression(text);
  if (root.type !== 'ObjectExpression') throw refusalToChange('package.json is not a JSON object');
  return root;
}

const propertiesOf = (object: ObjectExpression): ObjectProperty[] =>
  object.properties.filter((property) => property.type === 'ObjectProperty');

const keyOf = ({ key }: ObjectProperty): string => (key.type === 'StringLiteral' ? key.value : '');

const findProperty = (object: ObjectExpression, key: string): ObjectProperty | undefined =>
  propertiesOf(object).find((property) => keyOf(property) === key);

function objectIn(object: ObjectExpression, key: string): ObjectExpression | undefined {
  const value = findProperty(object, key)?.value;
  return value?.type === 'ObjectExpression' ? value : undefined;
}

/** The installed version decides, or else the first version in the range. */
function refuseOldCdk(property: ObjectProperty | undefined): void {
  const range = property?.value.type === 'StringLiteral' ? property.value.value : '';
  const file = 'node_modules/aws-cdk-lib/package.json';
  const installed = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
    : /\d+\.\d+\.\d+/.exec(range)?.[0];
  if (!installed || !isLower(installed, cdkVersionMin)) return;
  throw refusalToChange(
    `The construct requires aws-cdk-lib ${cdkVersionMin} or later, but the app has ${installed}. Run npm install ` +
      'aws-cdk-lib@latest constructs@latest, and then carrier-nest init again',
  );
}

function isLower(version: string, than: string): boolean {
  const [numbers, others] = [version, than].map((text) =>
    text.split('.').map((part) => Number.parseInt(part, 10)),
  );
  const index = numbers?.findIndex((number, at) => number !== others?.[at]) ?? -1;
  return index >= 0 && (numbers?.[index] ?? 0) < (others?.[index] ?? 0);
}

/** Inserts the line before the first dependency that follows it in the alphabet, with that line's indentation. */
function insertSorted(text: string, section: ObjectExpression): string {
  const properties = propertiesOf(section);
  const line = `"${name}": "${versions[name]}"`;
  const next = properties.find((property) => keyOf(property) > name);
  if (next) return insertAt(text, next.start, `${line},${spaceBefore(text, next)}`);
  const last = properties.at(-1);
  return last ? insertAt(text, last.end, `,${spaceBefore(text, last)}${line}`) : text;
}

/** The white space before a property: a line break with the indentation, or a space. */
const spaceBefore = (text: string, { start }: ObjectProperty): string =>
  /\s*$/.exec(text.slice(0, start ?? 0))?.[0] ?? '';

const insertAt = (text: string, at: number | null | undefined, inserted: string): string =>
  text.slice(0, at ?? 0) + inserted + text.slice(at ?? 0);

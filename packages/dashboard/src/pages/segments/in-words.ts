import type { PropertyFilter, Segment } from '@carrier-nest/sdk';
import { count } from '../../parts/words';
import { operatorInWords } from './operators';
import { needsValue, windows } from './rules';

/** The rules, a sentence each: who matches … */
export function inWords(segment: Segment, topicName: string | undefined): string[] {
  const { tags, exclude_tags: excluded, properties, topic_key: topic } = segment;
  return [
    ...properties.map(filterInWords),
    ...(tags.length > 0 ? [`carries ${listed(tags)}`] : []),
    ...(excluded.length > 0 ? [`does not carry ${listed(excluded, 'or')}`] : []),
    ...windows.flatMap(([name, , did]) => {
      const days = segment[name];
      return days === null ? [] : [did.replace('…', days === 1 ? 'a day' : `${count(days)} days`)];
    }),
    ...(topic === null ? [] : [`gets mail about ${topicName ?? topic}`]),
  ];
}

export const ruleCountOf = (segment: Segment): number => inWords(segment, undefined).length;

function filterInWords({ property, operator, value }: PropertyFilter): string {
  const type = typeof value === 'number' ? 'number' : 'string';
  const said = operatorInWords(operator, type);
  if (!needsValue(operator)) return `${property} ${said}`;
  return `${property} ${said} ${valueInWords(value)}`;
}

function valueInWords(value: PropertyFilter['value']): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? `“${value}”` : String(value ?? 'nothing');
}

const conjunctions = {
  and: new Intl.ListFormat('en', { type: 'conjunction' }),
  or: new Intl.ListFormat('en', { type: 'disjunction' }),
};

const listed = (tags: readonly string[], by: 'and' | 'or' = 'and'): string =>
  `the ${tags.length === 1 ? 'tag' : 'tags'} ${conjunctions[by].format(tags)}`;

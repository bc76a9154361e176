import type { PropertyFilter, Segment } from '@carrier-nest/sdk';
import { formatCount } from '../../parts/format';
import { describeOperator } from './operators';
import { needsValue, engagementWindows } from './rules';

/** Returns one phrase per rule, with the contact as the subject. */
export function describeRules(segment: Segment, topicName: string | undefined): string[] {
  const { tags, exclude_tags: excluded, properties, topic_key: topic } = segment;
  return [
    ...properties.map(describeFilter),
    ...(tags.length > 0 ? [`has ${formatTags(tags)}`] : []),
    ...(excluded.length > 0 ? [`does not have ${formatTags(excluded, 'or')}`] : []),
    ...engagementWindows.flatMap(([name, , text]) => {
      const days = segment[name];
      return days === null ? [] : [text.replace('…', days === 1 ? 'a day' : `${formatCount(days)} days`)];
    }),
    ...(topic === null ? [] : [`is subscribed to the topic ${topicName ?? topic}`]),
  ];
}

export const countRules = (segment: Segment): number => describeRules(segment, undefined).length;

function describeFilter({ property, operator, value }: PropertyFilter): string {
  const type = typeof value === 'number' ? 'number' : 'string';
  const operatorText = describeOperator(operator, type);
  if (!needsValue(operator)) return `${property} ${operatorText}`;
  return `${property} ${operatorText} ${describeValue(value)}`;
}

function describeValue(value: PropertyFilter['value']): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? `“${value}”` : String(value ?? 'no value');
}

const conjunctions = {
  and: new Intl.ListFormat('en', { type: 'conjunction' }),
  or: new Intl.ListFormat('en', { type: 'disjunction' }),
};

const formatTags = (tags: readonly string[], conjunction: 'and' | 'or' = 'and'): string =>
  `the ${tags.length === 1 ? 'tag' : 'tags'} ${conjunctions[conjunction].format(tags)}`;

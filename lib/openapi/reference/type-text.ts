import type { Schema } from '../operations';
import { code } from './table';

/** Returns the Markdown link to the description of a shape. */
export type LinkTo = (shape: string) => string;

/** The type of a field in words: `string or null, at most 500 characters`. */
export const typeText = (schema: Schema, linkTo: LinkTo): string =>
  [typeName(schema, linkTo), ...limitTexts(schema)].join(', ');

function typeName(schema: Schema, linkTo: LinkTo): string {
  const { $ref, type, format, items = {}, additionalProperties } = schema;
  const alternatives = alternativesOf(schema);
  if ($ref) return linkTo(shapeName($ref));
  if (schema.const !== undefined) return code(String(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ');
  if (alternatives) return alternatives.map((alternative) => typeName(alternative, linkTo)).join(' or ');
  if (type === 'array') return `list of ${withLimits(items, linkTo)}`;
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0)
    return `map to ${withLimits(additionalProperties, linkTo)}`;
  const name = [type ?? 'any value'].flat().join(' or ');
  return format ? `${name} (${format})` : name;
}

export const alternativesOf = ({ anyOf, oneOf }: Schema): Schema[] | undefined => anyOf ?? oneOf;

function withLimits(schema: Schema, linkTo: LinkTo): string {
  const limits = limitTexts(schema).join(', ');
  return typeName(schema, linkTo) + (limits && ` (${limits})`);
}

function limitTexts(schema: Schema): string[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  return [
    ...rangeText(minLength, maxLength, ['character', 'characters']),
    ...rangeText(minItems, maxItems, ['entry', 'entries']),
    ...rangeText(minimum, maximum),
    ...(schema.default === undefined ? [] : [`default ${code(String(schema.default))}`]),
    ...(alternativesOf(schema) ?? []).flatMap(limitTexts),
  ];
}

function rangeText(
  min: number | undefined,
  max: number | undefined,
  [singular, plural]: [string, string] = ['', ''],
): string[] {
  const bound = max ?? min;
  if (bound === undefined) return [];
  const prefix = max === undefined ? 'at least' : min === undefined ? 'at most' : `${min} to`;
  return [`${prefix} ${bound} ${bound === 1 ? singular : plural}`.trimEnd()];
}

export const shapeName = (ref: string): string => ref.split('/').at(-1) ?? '';

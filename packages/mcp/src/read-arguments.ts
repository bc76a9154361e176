import * as z from 'zod';

type Schema = z.core.$ZodType;

/**
 * Converts what models and hosts send instead of the value that the schema requires: null for an optional argument, and
 * JSON text for an object, array, number or boolean. Text remains text where the schema requires a string.
 */
export function readArguments(schema: Schema, value: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    const inner = schema.unwrap();
    return value === null && !(inner instanceof z.ZodNullable) ? undefined : readArguments(inner, value);
  }
  if (schema instanceof z.ZodNullable) return value === null ? null : readArguments(schema.unwrap(), value);
  if (schema instanceof z.ZodNumber) return parseText(value, (parsed) => Number.isFinite(parsed));
  if (schema instanceof z.ZodBoolean) return parseText(value, (parsed) => typeof parsed === 'boolean');
  if (schema instanceof z.ZodArray) {
    const items = parseText(value, Array.isArray);
    return Array.isArray(items) ? items.map((item) => readArguments(schema.element, item)) : items;
  }
  if (schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, Schema | undefined>> = schema.shape;
    return readFields(value, (name) => shape[name]);
  }
  if (schema instanceof z.ZodRecord) return readFields(value, () => schema.valueType);
  return value;
}

/** Returns the parsed value if the value is JSON text of the wanted type, otherwise the value itself. */
export function parseText(value: unknown, isWanted: (parsed: unknown) => boolean): unknown {
  if (typeof value !== 'string') return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return isWanted(parsed) ? parsed : value;
  } catch {
    return value;
  }
}

function readFields(value: unknown, schemaOf: (name: string) => Schema | undefined): unknown {
  const fields = parseText(value, isObject);
  if (!isObject(fields)) return fields;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]: [string, unknown]) => {
      const schema = schemaOf(name);
      const read = schema ? readArguments(schema, field) : field;
      return read === undefined ? [] : [[name, read]];
    }),
  );
}

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

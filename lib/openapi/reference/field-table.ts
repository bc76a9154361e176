import type { Schema } from '../operations';
import { code, table } from './table';
import { typeText, type LinkTo } from './type-text';

interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
}

/** The fields of an object. A body always says which ones it requires; a response does if it may omit any. */
export function fieldTable(schema: Schema, linkTo: LinkTo, { isBody = false } = {}): string {
  const fields = fieldsOf(schema);
  const showsRequired = isBody || fields.some(({ isRequired }) => !isRequired);
  const rows = fields.map(({ name, schema: field, isRequired }) => [
    code(name),
    typeText(field, linkTo),
    ...(showsRequired ? [isRequired ? 'yes' : 'no'] : []),
    field.description ?? '',
  ]);
  return table(['Field', 'Type', ...(showsRequired ? ['Required'] : []), 'Description'], rows);
}

/** The fields of an object without a name follow the field that holds it: `totals`, `totals.sent`. */
const fieldsOf = ({ properties = {}, required = [] }: Schema, prefix = ''): Field[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const { object, suffix } = nestedObject(schema);
    const field = { name: `${prefix}${name}`, schema, isRequired: required.includes(name) };
    return [field, ...(object ? fieldsOf(object, `${field.name}${suffix}.`) : [])];
  });

/** The object without a name that a field holds, alone, in a list or as an alternative to null. */
function nestedObject(schema: Schema): { object?: Schema; suffix: string } {
  if (schema.properties) return { object: schema, suffix: '' };
  if (schema.items?.properties) return { object: schema.items, suffix: '[]' };
  const object = schema.anyOf?.find(({ properties }) => properties);
  return { ...(object && { object }), suffix: '' };
}

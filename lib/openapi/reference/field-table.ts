import type { Schema } from '../operations';
import { code, table } from './table';
import { typeText, type LinkTo } from './type-text';

interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
}

/**
 * Returns the table of an object's fields. The table of a request body always has the column "Required". The table of a
 * response has this column only if some fields can be missing.
 */
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

/**
 * Lists the fields. If a field contains an unnamed object, lists the fields of that object after the field: `totals`,
 * `totals.sent`.
 */
const fieldsOf = ({ properties = {}, required = [] }: Schema, prefix = ''): Field[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const { object, suffix } = nestedObject(schema);
    const field = { name: `${prefix}${name}`, schema, isRequired: required.includes(name) };
    return [field, ...(object ? fieldsOf(object, `${field.name}${suffix}.`) : [])];
  });

/**
 * Finds the unnamed object in a field. The field can contain the object itself, a list of such objects, or the object
 * or null.
 */
function nestedObject(schema: Schema): { object?: Schema; suffix: string } {
  if (schema.properties) return { object: schema, suffix: '' };
  if (schema.items?.properties) return { object: schema.items, suffix: '[]' };
  const object = schema.anyOf?.find(({ properties }) => properties);
  return { ...(object && { object }), suffix: '' };
}
